import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
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
import * as actions from '../admin/actions.ts';
import { csvOf, jsonOf } from '../admin/export.ts';
import { REFERENCE } from '../db/enquiries.ts';
import type { EnquiryStore } from '../db/store.ts';
import { DAY_MS, dayOf } from '../db/visits.ts';
import { figuresOf, firstDayOf, rowOf, wholeOf } from './views.ts';

interface Options {
  store: EnquiryStore;
  firm: string;
  /** The name that is stored with each change. */
  who: string;
  countsVisits: boolean;
  /** What this machine knows of the store and its backups. */
  machine: () => Omit<Keeping, 'mail'>;
}

const PAGE_LENGTH = 50;

type Wanted = { list: ListName; search: string };
type One = { reference: string };
type PathOf = (reference: string) => string;

const text = { type: 'string' };
const wanted = { list: { enum: listNames, default: 'new' }, search: { ...text, default: '' } };
const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});

/** The routes of the inbox. A Mistake is answered with its sentence. */
export function createApi({ store, firm, who, countsVisits, machine }: Options) {
  return (app: FastifyInstance): void => {
    app.get(inboxPaths.overview, overview);
    app.get(inboxPaths.figures, figures);

    app.get<{ Querystring: Wanted & { after?: string } }>(
      inboxPaths.enquiries,
      { schema: { querystring: object({ ...wanted, after: text }, []) } },
      ({ query }) => page(query),
    );
    app.get<{ Querystring: Wanted & { format: 'csv' | 'json' } }>(
      inboxPaths.export,
      { schema: { querystring: object({ ...wanted, format: { enum: ['csv', 'json'] } }, ['format']) } },
      ({ query: { format, ...listed } }, reply) => {
        const lots = store.inLots(listed);
        const name = `enquiries-${listed.list}-${new Date().toISOString().slice(0, 10)}.${format}`;
        reply.type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8');
        reply.header('Content-Disposition', `attachment; filename="${name}"`);
        return reply.send(Readable.from(format === 'csv' ? csvOf(lots) : jsonOf(lots)));
      },
    );

    app.get<{ Querystring: { email: string } }>(
      inboxPaths.erasure,
      { schema: { querystring: object({ email: text }) } },
      ({ query }) => planErasure(query.email),
    );
    app.post<{ Body: { email: string; count: number } }>(
      inboxPaths.erasure,
      { schema: { body: object({ email: text, count: { type: 'integer' } }) } },
      ({ body }) => erase(body.email, body.count),
    );

    app.get<{ Params: One }>(pattern(inboxPaths.enquiry), ({ params }) => whole(params.reference));
    change(
      inboxPaths.handling,
      object({ handling: { enum: handlings } }),
      (reference, sent: { handling: Handling }) => store.handle(reference, sent.handling, who),
    );
    change(inboxPaths.spam, object({ isSpam: { type: 'boolean' } }), (reference, sent: { isSpam: boolean }) =>
      store.mark(reference, sent.isSpam ? 'marked by hand' : null, who),
    );
    change(inboxPaths.resend, object({}), (reference) => actions.resend(store, reference, who));
    change(
      inboxPaths.notes,
      object({ text, remove: { ...text, format: 'uuid' } }, []),
      (reference, sent: { text?: string; remove?: string }) =>
        sent.remove === undefined
          ? actions.addNote(store, reference, sent.text ?? '', who)
          : store.removeNote(reference, sent.remove),
    );

    /** A change to one enquiry. It is answered with the whole enquiry, or with the sentence that there is none. */
    function change<Sent>(pathOf: PathOf, body: object, make: (reference: string, sent: Sent) => unknown) {
      app.post<{ Params: One }>(pattern(pathOf), { schema: { body } }, async ({ params, body }) => {
        await make(params.reference, body as Sent);
        return whole(params.reference);
      });
    }
  };

  async function overview(): Promise<Overview> {
    return { firm, who, place: store.place, counts: await store.counts() };
  }

  async function whole(reference: string) {
    return wholeOf(await actions.look(store, reference), firm, new Date());
  }

  async function page({ after, ...listed }: Wanted & { after?: string }): Promise<ListPage> {
    const now = new Date();
    const place = after === undefined ? undefined : placeIn(after);
    const found = await store.list({ ...listed, after: place, limit: PAGE_LENGTH + 1 });
    const last = found.length > PAGE_LENGTH ? found[PAGE_LENGTH - 1] : undefined;
    return {
      rows: found.slice(0, PAGE_LENGTH).map((enquiry) => rowOf(enquiry, now)),
      next: last ? `${last.receivedAt.getTime()}.${last.reference}` : null,
    };
  }

  async function figures() {
    const now = new Date();
    const first = firstDayOf(now);
    const since = new Date(first * DAY_MS);
    const [answers, { waiting }, last, visits] = await Promise.all([
      store.answers(since),
      store.standing(['mail']),
      store.lastMail(),
      countsVisits ? store.visits.between(first, dayOf(now.getTime())) : undefined,
    ]);
    const keeping = { ...machine(), mail: { last: last?.toISOString() ?? null, waiting } };
    return figuresOf(answers, visits?.days, keeping, now);
  }

  async function planErasure(email: string): Promise<Erasure> {
    if (!wasEmail(email)) throw new Mistake('Name the e-mail address whose enquiries are to be erased.');
    const { enquiries, notes } = await actions.tracesOf(store, email);
    const planned = enquiries.map(({ reference, receivedAt: at }) => ({
      reference,
      receivedAt: at.toISOString(),
    }));
    return { email, enquiries: planned, notes };
  }

  async function erase(email: string, count: number): Promise<Erased> {
    const { enquiries, notes } = await planErasure(email);
    if (enquiries.length !== count)
      throw new Mistake(
        'The number of enquiries has changed since this was shown. Review it again, then erase.',
      );
    const references = enquiries.map(({ reference }) => reference);
    const { gone, isScrubbed } = await actions.removeForGood(store, references);
    const remaining = [actions.BEYOND_REACH];
    if (!isScrubbed)
      remaining.unshift(`${actions.notScrubbed(store)} End that program, then erase the same address again.`);
    return { enquiries: gone, notes, remaining };
  }
}

/** The address of any enquiry, as a pattern for the router. */
const pattern = (pathOf: PathOf) => decodeURIComponent(pathOf(`:reference(${REFERENCE.source})`));

/** Where a page of a list ended. */
function placeIn(after: string) {
  const [time = '', reference = ''] = after.split('.');
  if (!/^\d{1,15}$/.test(time) || !REFERENCE.test(reference))
    throw new Mistake('There is no such page of this list. Open the list again.');
  return { receivedAt: new Date(Number(time)), reference };
}
