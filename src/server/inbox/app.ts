import { randomBytes, timingSafeEqual } from 'node:crypto';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { inboxPaths, type Opened, type Refusal } from '../../lib/inbox.ts';
import { Mistake } from '../../lib/mistake.ts';
import { onOneLine } from '../../lib/visible.ts';
import { Failure } from '../admin/failure.ts';
import { securityHeaders } from '../http/headers.ts';

interface Options {
  /** What the browser gets, by its address. */
  files: ReadonlyMap<string, { type: string; body: Buffer }>;
  /** What the inbox asks for, once it is open. */
  api: (app: FastifyInstance) => void;
  log: (sentence: string) => void;
}

/** Allowed Host headers. Blocks DNS rebinding. */
const HOSTS = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
const BODY_LIMIT_BYTES = 64 * 1024;
/** Cookies of other ports come along with the page: as many as a browser keeps for one host must not shut the owner out. */
const HEAD_LIMIT_BYTES = 1024 * 1024;

const headers = {
  ...securityHeaders({ scripts: [], styles: ["'self'"] }),
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'no-store',
};

/** Refused before anything is looked at: the status, and the sentence. */
class Denied extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, sentence: string) {
    super(sentence);
    this.statusCode = statusCode;
  }
}

/**
 * Serves the inbox to one person. The token opens it once, for a session that lives as long as this process; nothing but
 * the empty page is answered to anybody else.
 */
export function createInbox({ files, api, log }: Options): { app: FastifyInstance; token: string } {
  const token = randomBytes(24).toString('base64url');
  const session = randomBytes(24).toString('base64url');
  let isUsed = false;

  const app = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    ajv: { customOptions: { coerceTypes: false } },
    http: { maxHeaderSize: HEAD_LIMIT_BYTES },
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      reply
        .code(400)
        .headers(headers)
        .send({ error: 'What was asked for is not readable.' } satisfies Refusal),
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    expectOwnAddress(request);
  });
  for (const [address, { type, body }] of files) app.get(address, (_, reply) => reply.type(type).send(body));

  app.post<{ Body: { token: string } }>(
    inboxPaths.session,
    {
      schema: { body: { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] } },
    },
    ({ body }) => {
      if (isUsed || !isSame(body.token, token))
        throw new Denied(403, 'This address was used already, or is not one of this inbox.');
      isUsed = true;
      return { session } satisfies Opened;
    },
  );
  app.get(inboxPaths.session, () => {
    throw new Denied(405, 'A session is asked for with POST.');
  });

  // Not a cookie: those go to every port of this machine, whoever listens there.
  const expectSession = async ({ headers: { authorization = '' } }: FastifyRequest) => {
    if (!isSame(authorization, `Bearer ${session}`))
      throw new Denied(401, 'This inbox is not open in this tab.');
  };
  app.register(async (opened) => {
    opened.addHook('onRequest', expectSession);
    api(opened);
  });
  app.setNotFoundHandler({ preHandler: expectSession }, () => {
    throw new Denied(404, NOTHING_HERE);
  });

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // To its end, whatever it is: a browser that is cut off while it sends does not read why.
    request.raw.resume();
    const [status, sentence] = explained(error, log);
    return reply.code(status).send({ error: sentence } satisfies Refusal);
  });
  return { app, token };
}

/** A page elsewhere can send a form here; its browser says where it comes from. */
function expectOwnAddress({
  method,
  headers: { host = '', origin, 'content-type': type },
}: FastifyRequest): void {
  if (!HOSTS.test(host))
    throw new Denied(421, 'The inbox answers to 127.0.0.1 and localhost alone. Use the address it printed.');
  if (method !== 'GET' && method !== 'POST') throw new Denied(405, 'The inbox knows GET and POST.');
  if (method === 'GET') return;
  if (origin !== `http://${host}`)
    throw new Denied(403, 'Changes are taken from the inbox itself alone, not from another site.');
  if (type !== 'application/json') throw new Denied(415, 'Changes are sent as JSON.');
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const NOTHING_HERE = 'There is nothing at this address of the inbox.';
const UNREADABLE = 'What was sent is not readable.';
const TOO_MUCH = 'This is more than the inbox takes at a time.';

function explained(error: FastifyError, log: (sentence: string) => void): [status: number, sentence: string] {
  if (error instanceof Denied) return [error.statusCode, error.message];
  if (error instanceof Mistake) return [400, error.message];
  if (error.validation) {
    const { allowedValues } = error.validation[0]?.params ?? {};
    return [400, `${error.message}${Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : ''}.`];
  }
  if (error.statusCode === 413) return [413, TOO_MUCH];
  if (error.statusCode && error.statusCode < 500) return [error.statusCode, UNREADABLE];
  // What a database says can repeat what a stranger wrote.
  const reason = onOneLine(error.message);
  const sentence = error instanceof Failure ? reason : `The enquiries could not be reached: ${reason}`;
  log(sentence);
  return [500, sentence];
}
