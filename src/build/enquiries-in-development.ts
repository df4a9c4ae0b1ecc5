import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import fastify from 'fastify';
import { site } from '../config/site.ts';
import { readPage } from '../content/read.ts';
import type { ContactAnswer } from '../lib/contact-answer.ts';
import { contactAnswerPath, REFERENCE_PARAMETER, routes } from '../routes.ts';
import { openSqlite } from '../server/db/sqlite.ts';
import { createStore } from '../server/db/store.ts';
import { createAccept } from '../server/enquiries/accept.ts';
import { readAnswers } from '../server/http/answers.ts';
import { contactRoutes } from '../server/http/contact.ts';
import { answerErrors } from '../server/http/errors.ts';
import type { Log } from '../server/log.ts';

/** A store of its own: what is tried out here must not be mailed to the firm when the real site starts. */
const STORE = 'data/enquiries-in-development.db';

/** Lets the contact form work in `npm run dev` as it does on the built site. Nothing is mailed. */
export const enquiriesInDevelopment = (): AstroIntegration => {
  let root: string;
  return {
    name: 'enquiries-in-development',
    hooks: {
      'astro:config:setup': ({ config }) => {
        root = fileURLToPath(config.root);
      },
      'astro:server:setup': ({ server, logger }) => {
        const store = createStore(openSqlite(`${root}${STORE}`));
        const log: Log = (event, details) => logger.warn(`${event} ${JSON.stringify(details)}`);
        const accept = createAccept({
          store,
          quotaOf: () => ({ perDay: 0, perAddress: 0, networks: [] }),
          kinds: [],
          onStored: () => logger.info(`An enquiry is in ${STORE}; in development nothing is mailed.`),
          log,
        });
        const origin = () => {
          const address = server.httpServer?.address() as AddressInfo | undefined;
          return `http://localhost:${address?.port}`;
        };
        // Read for each request: whoever works here changes words and pages all the time.
        const words = () => readPage(root, site, 'contact').form;
        const { contactEmail } = site;
        const page = async (answer: ContactAnswer) => {
          const html = await (await fetch(origin() + contactAnswerPath)).text();
          return readAnswers(html, { words: words(), contactEmail })(answer);
        };
        const app = fastify().register(contactRoutes, {
          ...{ accept, store, rateLimit: 0, words, contactEmail, proxies: [], headers: {}, log, page },
          otherwise: (_request, reply) => reply.redirect(routes.contact),
        });
        app.setErrorHandler(answerErrors({ page, errorPage: String, headers: {}, log }));
        server.middlewares.use((request, response, next) => {
          const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
          const isOurs = request.method === 'POST' || searchParams.has(REFERENCE_PARAMETER);
          if (pathname !== routes.contact || !isOurs) return next();
          app.ready().then(() => app.routing(request, response), next);
        });
        server.httpServer?.once('close', () => store.close());
      },
    },
  };
};
