/**
 * Who is let in by a program that serves its owner alone, on this machine alone. It belongs to no framework; each check
 * takes what any Node server has, and throws a Refused with a status and a sentence:
 *
 *     const { token, checkRequest, openSession, checkSession } = admitOwner('inbox');
 *     checkRequest({ method, headers })   every request: Host, method, and of a change its Origin and type; 421, 405, 403, 415
 *     openSession(sent)                   the POST of the token: answers { session }, once; 403
 *     checkSession({ headers })           all that only the owner may ask or change: Authorization: Bearer <session>; 401
 *
 * The program listens on 127.0.0.1 and prints its address with #<token>: what follows a # is sent to no server. Its page
 * posts the token, keeps the session in sessionStorage (one tab, one port) and sends it as a header. The session is no
 * cookie: a cookie is sent to every port of this machine. Token and session last as long as the process.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Refused } from '../failures.ts';

interface Request {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

/** Allowed Host headers. Blocks DNS rebinding. */
const HOSTS = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/** `program` is its name in the sentences of a refusal. */
export function admitOwner(program: string) {
  const [token, session] = [newSecret(), newSecret()];
  let isUsed = false;
  return {
    token,
    /** Another site can send a form here, but its browser says where it comes from. */
    checkRequest({ method, headers: { host = '', origin, 'content-type': type } }: Request): void {
      if (!HOSTS.test(host))
        throw new Refused(
          421,
          `Open the ${program} at 127.0.0.1 or localhost: use the address that it printed.`,
        );
      if (method === 'GET') return;
      if (method !== 'POST') throw new Refused(405, `The ${program} answers GET and POST only.`);
      if (origin !== `http://${host}`)
        throw new Refused(
          403,
          `Changes are accepted only from the ${program} itself, not from another site.`,
        );
      if (type !== 'application/json') throw new Refused(415, 'Changes are accepted only as JSON.');
    },
    openSession(sent: string): { session: string } {
      if (isUsed || !isSame(sent, token))
        throw new Refused(403, `This address was already used, or it is not an address of this ${program}.`);
      isUsed = true;
      return { session };
    },
    checkSession({ headers: { authorization = '' } }: Request): void {
      if (!isSame(authorization, `Bearer ${session}`))
        throw new Refused(401, `The ${program} is not open in this tab.`);
    },
  };
}

const newSecret = () => randomBytes(24).toString('base64url');

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
