import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { AstroIntegration, AstroIntegrationLogger } from 'astro';
import fastify from 'fastify';
import type { ViteDevServer } from 'vite';
import type { ContactAnswer } from '../lib/contact-answer.ts';
import { contactAnswerPath, REFERENCE_PARAMETER, routes } from '../routes.ts';
import { openSqlite } from '../server/db/sqlite.ts';
import { createStore } from '../server/db/store.ts';
import { createAccept } from '../server/enquiries/accept.ts';
import { readAnswers } from '../server/http/answers.ts';
import { answerErrors, contactRoutes } from '../server/http/contact.ts';
import type { Log } from '../server/log.ts';
import type { SiteContent } from './content.ts';
import { redirectInDevelopment } from './redirects.ts';

/** A separate store: test enquiries must not be mailed to the firm when the real site starts. */
const STORE = 'data/enquiries-in-development.db';

/** Adds the gallery, the redirects and a working contact form to `npm run dev`. */
export const development = (content: SiteContent): AstroIntegration => ({
  name: 'development',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      if (command === 'dev') injectRoute({ pattern: '/_gallery', entrypoint: './src/gallery/gallery.astro' });
    },
    'astro:server:setup': ({ server, logger }) => {
      server.middlewares.use((request, response, next) =>
        redirectInDevelopment(content.current.redirects, request, response, next),
      );
      answerForm(content, server, logger);
    },
  },
});

/** Answers the contact form as the built site does. Nothing is mailed. */
function answerForm(content: SiteContent, server: ViteDevServer, logger: AstroIntegrationLogger): void {
  const store = createStore(openSqlite(join(content.root, STORE)));
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
  // Read for each request: words and pages change all the time here.
  const words = () => content.current.pages.contact.form;
  const { contactEmail } = content.site;
  const page = async (answer: ContactAnswer) => {
    const html = await (await fetch(origin() + contactAnswerPath)).text();
    return readAnswers(html, { words: words(), contactEmail })(answer);
  };
  const options = {
    ...{ accept, store, rateLimit: 0, words, contactEmail, headers: {}, log, page },
    errorPage: String,
  };
  const app = fastify().register(contactRoutes, {
    ...options,
    otherwise: (_request, reply) => reply.redirect(routes.contact),
  });
  app.setErrorHandler(answerErrors(options));
  server.middlewares.use((request, response, next) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const isOurs = request.method === 'POST' || searchParams.has(REFERENCE_PARAMETER);
    if (pathname !== routes.contact || !isOurs) return next();
    app.ready().then(() => app.routing(request, response), next);
  });
  server.httpServer?.once('close', () => store.close());
}
