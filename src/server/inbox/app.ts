import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { inboxPaths, type Opened, type Refusal } from '../../lib/inbox.ts';
import { Mistake } from '../../lib/mistake.ts';
import { onOneLine, visible } from '../../lib/visible.ts';
import { Refused } from '../failures.ts';
import { securityHeaders } from '../http/headers.ts';
import { admitOwner } from './admission.ts';

interface Options {
  /** The built page, by the address of each file. */
  files: ReadonlyMap<string, { type: string; body: Buffer }>;
  /** Adds the routes that need a session. */
  api: (app: FastifyInstance) => void;
  log: (sentence: string) => void;
}

const BODY_LIMIT_BYTES = 64 * 1024;
/** Browsers send the cookies of other ports too. All that a browser keeps for one host must not shut the owner out. */
const HEAD_LIMIT_BYTES = 1024 * 1024;

const TOKEN = { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] };

const headers = {
  ...securityHeaders({ scripts: [], styles: ["'self'"] }),
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'no-store',
};

/** Serves the inbox to its owner. Anybody else gets the empty page only. */
export function createInbox({ files, api, log }: Options): { app: FastifyInstance; token: string } {
  const app = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    ajv: { customOptions: { coerceTypes: false } },
    http: { maxHeaderSize: HEAD_LIMIT_BYTES },
    frameworkErrors: refuse,
  });
  app.setErrorHandler(refuse);
  app.setReplySerializer((answer) => JSON.stringify(answer, withoutSteering));
  const { token, checkRequest, openSession, checkSession } = admitOwner('inbox');
  const expectSession = async (request: FastifyRequest) => checkSession(request);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    checkRequest(request);
  });
  app.post<{ Body: { token: string } }>(
    inboxPaths.session,
    { schema: { body: TOKEN } },
    ({ body }): Opened => openSession(body.token),
  );
  for (const [address, { type, body }] of files) app.get(address, (_, reply) => reply.type(type).send(body));
  app.register(async (opened) => {
    opened.addHook('onRequest', expectSession);
    api(opened);
  });
  app.setNotFoundHandler({ preHandler: expectSession }, () => {
    throw new Refused(404, 'There is nothing at this address of the inbox.');
  });

  function refuse(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    // The whole body is read first: a browser that is cut off while it sends does not show the answer.
    request.raw.resume();
    const [status, sentence] = explained(error);
    if (status === 500) log(sentence);
    return reply
      .code(status)
      .headers(headers)
      .send({ error: sentence } satisfies Refusal);
  }
  return { app, token };
}

/** Removes characters that change the direction of text or control a terminal: strangers wrote these words. */
const withoutSteering = (_: string, value: unknown) =>
  typeof value === 'string' ? visible(value, 'lines') : value;

function explained(error: FastifyError): [status: number, sentence: string] {
  if (error instanceof Refused) return [error.statusCode, error.message];
  if (error instanceof Mistake) return [400, error.message];
  if (error.validation) return [400, `${error.message}.`];
  if (error.statusCode === 413) return [413, 'The request is too large: the inbox accepts 64 kB.'];
  if (error.statusCode && error.statusCode < 500)
    return [error.statusCode, 'Bad request: it could not be read.'];
  // The message of a database can repeat what a stranger wrote.
  return [500, `The enquiries could not be reached: ${onOneLine(error.message)}`];
}
