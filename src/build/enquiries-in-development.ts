import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { site } from '../config/site.ts';
import { readPage } from '../content/read.ts';
import { contactAnswerPath, REFERENCE_PARAMETER, routes } from '../routes.ts';
import { openSqlite } from '../server/db/sqlite.ts';
import { createStore } from '../server/db/store.ts';
import { createAccept } from '../server/enquiries/accept.ts';
import { createLimiter } from '../server/enquiries/limiter.ts';
import { readAnswers } from '../server/http/answers.ts';
import { createContact } from '../server/http/contact.ts';
import type { Log } from '../server/http/log.ts';

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
        const limiter = createLimiter(0);
        const log: Log = (event, details) => logger.warn(`${event} ${JSON.stringify(details)}`);
        const accept = createAccept({
          store,
          limiter,
          kinds: [],
          dailyLimit: 0,
          onStored: () => logger.info(`An enquiry is in ${STORE}; in development nothing is mailed.`),
          log,
        });
        const origin = () => {
          const address = server.httpServer?.address() as AddressInfo | undefined;
          return `http://localhost:${address?.port}`;
        };
        // Read for each request: whoever works here changes words and pages all the time.
        const contact = () => {
          const { form } = readPage(root, site, 'contact');
          const { contactEmail } = site;
          return createContact({
            ...{ accept, store, limiter, words: form, contactEmail, proxies: [], log },
            page: async (answer) => {
              const html = await (await fetch(origin() + contactAnswerPath)).text();
              return readAnswers(html, { words: form, contactEmail })(answer);
            },
          });
        };
        server.middlewares.use((request, response, next) => {
          const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
          if (pathname !== routes.contact) return next();
          const reference = searchParams.get(REFERENCE_PARAMETER);
          if (request.method === 'POST') contact().post(request, response).catch(next);
          else if (reference)
            contact()
              .confirm(reference, request, response)
              .then((shown) => shown || next(), next);
          else next();
        });
        server.httpServer?.once('close', () => store.close());
      },
    },
  };
};
