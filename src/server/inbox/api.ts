import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type Erased,
  type Erasure,
  type Handling,
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

type Wanted = { list: ListName; search: string };
type Confirmed = { email: string; count: number };
type Handled = { handling: Handling };
type Marked = { isSpam: boolean };
type Noted = { text?: string; remove?: string };

type AboutOne = { Params: { reference: string } };
type PathOf = (reference: string) => string;
type Answer<First, Second> = (first: First, second: Second) => unknown;

const text = { type: 'string' };
const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const wanted = { list: { enum: listNames, default: 'new' }, search: { ...text, default: '' } };

/** Every address that the inbox asks. A Mistake tells what was wrong with a wish. */
export function createApi({ store, firm, who, countsVisits, machine }: Options) {
  return (app: FastifyInstance): void => {
    app.get(inboxPaths.overview, overview);
    app.get(inboxPaths.figures, figures);
    get(inboxPaths.enquiries, object({ ...wanted, after: text }, []), page);
    get(inboxPaths.export, object({ ...wanted, format: { enum: ['csv', 'json'] } }, ['format']), download);
    get(inboxPaths.erasure, object({ email: text }), planErasure);
    post(inboxPaths.erasure, object({ email: text, count: { type: 'integer' } }), (_, body: Confirmed) =>
      erase(body),
    );
    app.get<AboutOne>(pattern(inboxPaths.enquiry), ({ params }) => whole(params.reference));
    change(inboxPaths.handling, object({ handling: { enum: handlings } }), (reference, body: Handled) =>
      handle(store, reference, body.handling, who),
    );
    change(inboxPaths.spam, object({ isSpam: { type: 'boolean' } }), (reference, body: Marked) =>
      mark(store, reference, body.isSpam, who),
    );
    change(inboxPaths.resend, object({}), (reference) => resend(store, reference, who));
    change(inboxPaths.notes, object({ text, remove: text }, []), (reference, body: Noted) =>
      body.remove === undefined
        ? addNote(store, reference, body.text ?? '', who)
        : removeNote(store, reference, body.remove),
    );

    function get<Query>(path: string, querystring: object, answer: Answer<Query, FastifyReply>) {
      app.get(path, { schema: { querystring } }, ({ query }, reply) => answer(query as Query, reply));
    }
    function post<Body>(path: string, body: object, answer: Answer<string, Body>) {
      app.post<AboutOne>(path, { schema: { body } }, (request) =>
        answer(request.params.reference, request.body as Body),
      );
    }
    /** A change to one enquiry, which is answered with the whole of it. */
    function change<Body>(pathOf: PathOf, body: object, make: Answer<string, Body>) {
      post(pattern(pathOf), body, async (reference, sent: Body) => {
        await make(reference, sent);
        return whole(reference);
      });
    }
  };

  async function whole(reference: string) {
    return wholeOf(await look(store, reference), firm, new Date());
  }

  async function overview(): Promise<Overview> {
    return { firm: line(firm), who: line(who), place: line(store.place), counts: await store.counts() };
  }

  async function page({ after, ...listed }: Wanted & { after?: string }): Promise<ListPage> {
    const now = new Date();
    const found = await store.page({
      ...listed,
      after: after === undefined ? after : placeIn(after),
      limit: PAGE + 1,
    });
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

  async function planErasure({ email }: Pick<Confirmed, 'email'>): Promise<Erasure> {
    const { enquiries, notes } = await traces(email);
    return {
      email,
      enquiries: enquiries.map(({ reference, receivedAt }) => ({
        reference: line(reference),
        receivedAt: receivedAt.toISOString(),
      })),
      notes,
    };
  }

  async function traces(email: string) {
    if (!wasEmail(email))
      throw new Mistake('Whose enquiries to erase is missing; wanted: an e-mail address.');
    return await tracesOf(store, email);
  }

  async function erase({ email, count }: Confirmed): Promise<Erased> {
    const { enquiries, notes } = await traces(email);
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

  function download({ format, ...listed }: Wanted & { format: 'csv' | 'json' }, reply: FastifyReply) {
    const name = `enquiries-${listed.list}-${new Date().toISOString().slice(0, 10)}.${format}`;
    const lots = store.inLots(listed);
    return reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .send(Readable.from(format === 'csv' ? csvOf(lots) : jsonOf(lots)));
  }
}

/** The address of any enquiry, as the router writes it. */
const pattern = (pathOf: PathOf) => decodeURIComponent(pathOf(`:reference(${REFERENCE.source})`));

/** Where a page of a list ended. */
function placeIn(after: string): Pick<StoredEnquiry, 'receivedAt' | 'reference'> {
  const [, time, reference = ''] = /^(\d{1,15})\.(.{9})$/.exec(after) ?? [];
  if (!time || !REFERENCE.test(reference)) throw new Mistake('There is no such page. Open the list again.');
  return { receivedAt: new Date(Number(time)), reference };
}
