import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Erased,
  type Erasure,
  handlings,
  inboxPaths,
  type Keeping,
  type ListName,
  type ListPage,
  listNames,
  type Overview,
} from '../../lib/inbox.ts';
import { Mistake } from '../../lib/mistake.ts';
import { wasEmail } from '../addresses.ts';
import {
  addNote,
  BEYOND_REACH,
  handle,
  look,
  mark,
  notScrubbed,
  removeForGood,
  removeNote,
  resend,
  tracesOf,
} from '../admin/actions.ts';
import { csvOf, jsonOf } from '../admin/export.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import { REFERENCE } from '../db/enquiries.ts';
import type { EnquiryStore } from '../db/store.ts';
import { dayOf } from '../db/visits.ts';
import { Denied, NOTHING_HERE, objectIn } from './app.ts';
import { figuresOf, line, mondayOf, rowOf, WEEK_MS, wholeOf } from './views.ts';

interface Options {
  store: EnquiryStore;
  firm: string;
  /** Under whose name changes are kept. */
  who: string;
  /** Whether page views are counted. */
  countsVisits: boolean;
  /** What this machine knows of the store and its backups. */
  machine: () => Omit<Keeping, 'mail'>;
}

const PAGE = 50;
const WEEKS = 12;

interface AboutOne {
  Params: { reference: string };
}
type Change = (reference: string, body: Record<string, unknown>) => Promise<unknown>;

/** Every address that the inbox asks. A Mistake tells what was wrong with a wish. */
export function createApi({ store, firm, who, countsVisits, machine }: Options) {
  return (app: FastifyInstance): void => {
    app.get(inboxPaths.overview, overview);
    app.get(inboxPaths.figures, figures);
    app.get(inboxPaths.enquiries, (request) => page(queryOf(request)));
    app.get<AboutOne>(pattern(inboxPaths.enquiry), ({ params }) => whole(params.reference));
    change(inboxPaths.handling, (reference, { handling }) =>
      handle(store, reference, oneOf(handlings, handling), who),
    );
    change(inboxPaths.spam, (reference, { isSpam }) => mark(store, reference, truthIn(isSpam), who));
    change(inboxPaths.resend, (reference) => resend(store, reference, who));
    change(inboxPaths.notes, (reference, { text, remove }) =>
      remove === undefined
        ? addNote(store, reference, textIn(text), who)
        : removeNote(store, reference, textIn(remove)),
    );
    app.get(inboxPaths.erasure, (request) => planErasure(addressIn(queryOf(request).get('email'))));
    app.post(inboxPaths.erasure, ({ body }) => erase(objectIn(body)));
    app.get(inboxPaths.export, (request, reply) => download(queryOf(request), reply));

    function change(pathOf: (reference: string) => string, make: Change) {
      app.post<AboutOne>(pattern(pathOf), async ({ params: { reference }, body }) => {
        await make(known(reference), objectIn(body));
        return whole(reference);
      });
    }
  };

  async function whole(reference: string) {
    return wholeOf(await look(store, known(reference)), firm, new Date());
  }

  async function overview(): Promise<Overview> {
    return { firm: line(firm), who: line(who), place: line(store.place), counts: await store.counts() };
  }

  async function page(query: URLSearchParams): Promise<ListPage> {
    const now = new Date();
    const found = await store.page({ ...wanted(query), after: placeIn(query.get('after')), limit: PAGE + 1 });
    const shown = found.slice(0, PAGE);
    const last = shown.at(-1);
    return {
      rows: shown.map((enquiry) => rowOf(enquiry, now)),
      next: found.length > PAGE && last ? `${last.receivedAt.getTime()}.${last.reference}` : null,
    };
  }

  async function figures() {
    const now = new Date();
    const monday = mondayOf(new Date(now.getTime() - (WEEKS - 1) * WEEK_MS));
    const [weekly, answers, { waiting }, last, visits] = await Promise.all([
      store.weekly(monday),
      store.answers(monday),
      store.standing(['mail']),
      store.lastMail(),
      countsVisits ? store.visits.between(dayOf(monday.getTime()), dayOf(now.getTime())) : undefined,
    ]);
    const keeping = { ...machine(), mail: { last: last?.toISOString() ?? null, waiting } };
    return figuresOf({ weekly, answers, visits: visits?.days, keeping }, monday, now);
  }

  async function planErasure(email: string): Promise<Erasure> {
    const { enquiries, notes } = await tracesOf(store, email);
    return {
      email,
      enquiries: enquiries.map(({ reference, receivedAt }) => ({
        reference: line(reference),
        receivedAt: receivedAt.toISOString(),
      })),
      notes,
    };
  }

  async function erase({ email, count }: Record<string, unknown>): Promise<Erased> {
    const { enquiries, notes } = await tracesOf(store, addressIn(email));
    if (enquiries.length !== count)
      throw new Mistake('Something has come or gone since this was shown. Look at it again, then erase.');
    const { gone, isScrubbed } = await removeForGood(
      store,
      enquiries.map(({ reference }) => reference),
    );
    return {
      enquiries: gone,
      notes,
      remaining: [
        ...(isScrubbed ? [] : [`${notScrubbed(store)} End that program, then erase the same address again.`]),
        BEYOND_REACH,
      ],
    };
  }

  function download(query: URLSearchParams, reply: FastifyReply) {
    const list = wanted(query);
    const format = oneOf(['csv', 'json'] as const, query.get('format'));
    const name = `enquiries-${list.list}-${new Date().toISOString().slice(0, 10)}.${format}`;
    const lots = store.inLots(list);
    return reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .send(Readable.from(format === 'csv' ? csvOf(lots) : jsonOf(lots)));
  }
}

/** The address of any enquiry, as the router writes it. */
const pattern = (pathOf: (reference: string) => string) => decodeURIComponent(pathOf(':reference'));

const queryOf = ({ raw }: FastifyRequest) => new URLSearchParams(raw.url?.split('?', 2)[1]);

function known(reference: string): string {
  if (!REFERENCE.test(reference)) throw new Denied(404, NOTHING_HERE);
  return reference;
}

const wanted = (query: URLSearchParams): { list: ListName; search: string } => ({
  list: oneOf(listNames, query.get('list') ?? 'new'),
  search: query.get('search') ?? '',
});

function oneOf<Name extends string>(names: readonly Name[], value: unknown): Name {
  const found = names.find((name) => name === value);
  // What was asked for is not repeated: turning it into text can fail.
  if (!found) throw new Mistake(`There is no such choice; wanted: ${names.join(', ')}.`);
  return found;
}

function truthIn(value: unknown): boolean {
  if (typeof value !== 'boolean')
    throw new Mistake('Whether it is spam was not understood; wanted: true or false.');
  return value;
}

function textIn(value: unknown): string {
  if (typeof value !== 'string') throw new Mistake('The note was not understood; wanted: text.');
  return value;
}

function addressIn(value: unknown): string {
  if (typeof value !== 'string' || !wasEmail(value))
    throw new Mistake('Whose enquiries to erase is missing; wanted: an e-mail address.');
  return value;
}

function placeIn(value: string | null): Pick<StoredEnquiry, 'receivedAt' | 'reference'> | undefined {
  if (value === null) return undefined;
  const [, time, reference = ''] = /^(\d{1,15})\.(.{9})$/.exec(value) ?? [];
  if (!time || !REFERENCE.test(reference)) throw new Mistake('There is no such page. Open the list again.');
  return { receivedAt: new Date(Number(time)), reference };
}
