/** Who is let in by a program that serves its owner alone, on this machine alone. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Opened } from '../../lib/inbox.ts';
import { Refused } from '../failures.ts';

/** Allowed Host headers. Blocks DNS rebinding. */
const HOSTS = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/**
 * Lets an app answer its own page alone. A POST of the token to this path is answered with a session, once; it lasts as
 * long as the process.
 */
export function admitOwner(app: FastifyInstance, sessionPath: string) {
  const [token, session] = [newSecret(), newSecret()];
  let isUsed = false;
  app.addHook('onRequest', expectOwnPage);
  const body = { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] };
  app.post<{ Body: { token: string } }>(sessionPath, { schema: { body } }, (request) => {
    if (isUsed || !isSame(request.body.token, token))
      throw new Refused(403, 'This address was used already, or is not one of this inbox.');
    isUsed = true;
    return { session } satisfies Opened;
  });
  return {
    /** Stands in the address that is printed for the owner. It opens one session. */
    token,
    /** A hook for whatever only the owner may ask. Not a cookie: those are sent to every port of this machine. */
    expectSession: async ({ headers: { authorization = '' } }: FastifyRequest) => {
      if (!isSame(authorization, `Bearer ${session}`))
        throw new Refused(401, 'This inbox is not open in this tab.');
    },
  };
}

/** A page elsewhere can send a form here; its browser says where it comes from. */
async function expectOwnPage({ method, headers }: FastifyRequest): Promise<void> {
  const { host = '', origin, 'content-type': type } = headers;
  if (!HOSTS.test(host))
    throw new Refused(421, 'The inbox answers to 127.0.0.1 and localhost alone. Use the address it printed.');
  if (method === 'GET') return;
  if (method !== 'POST') throw new Refused(405, 'The inbox knows GET and POST.');
  if (origin !== `http://${host}`)
    throw new Refused(403, 'Changes are taken from the inbox itself alone, not from another site.');
  if (type !== 'application/json') throw new Refused(415, 'Changes are sent as JSON.');
}

const newSecret = () => randomBytes(24).toString('base64url');

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
