import { thousands } from '../bench/report.ts';
import { healthPath, readyPath, routes } from '../src/routes.ts';
import { loadFiles } from '../src/server/http/files.ts';
import type { RunningSite } from '../tests/support/server.ts';
import type { Group, Row } from './row.ts';
import { LIMITS, PROXY, rowsIn, withSite } from './support/site.ts';
import { eachOf, say } from './support/sockets.ts';

/** Requests that claim to be for something else, or from somebody else. */
export const forgeries: Group = async () => [await withSite({}, paths), await addresses()];

const ups = [
  '../',
  '..\\',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%2f',
  '..%5c',
  '%252e%252e%252f',
  '..%c0%af',
  '%c0%ae%c0%ae/',
  '..%ef%bc%8f',
  '....//',
  '..;/',
  './',
  '/',
  '',
];
const wanted = [
  'etc/passwd',
  'package.json',
  '.env',
  '.git/config',
  'data/enquiries.db',
  'dist/headers.json',
  'headers.json',
  'answers/contact.html',
  'src/server/main.ts',
  '_headers',
  '404',
  '404.html',
  'index.html',
  'about.html',
  'about.html.br',
  'contact-answer',
  'nginx/page.conf',
];
const begins = ['/', '/_astro/', '/blog/', '//', 'http://x/', 'http://x/_astro/', '/about?/'];
const ends = ['', '%00', '%00.html', '?', '#', '/', '/.', '::$DATA', '%20', '~'];

async function paths({ url }: RunningSite): Promise<Row> {
  const known = new Set([...loadFiles('dist/client').keys(), healthPath, readyPath]);
  const tried = begins
    .flatMap((begin) =>
      ups.flatMap((up) =>
        wanted.flatMap((name, i) => [
          begin + up.repeat(4) + name,
          begin + up + name + (ends[i % ends.length] ?? ''),
        ]),
      ),
    )
    .filter((path) => !known.has(pathIn(path)));
  const asked = [...new Set(tried)];
  const endings = await eachOf(asked, 20, (path) =>
    say(url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, { patience: 5 }),
  );
  const answered = endings.filter(({ status = 0 }) => status < 300 || status >= 500).length;
  return {
    promise: 'Nothing outside the site can be read',
    attack: `${thousands(asked.length)} addresses that lead up, out or behind: dots, slashes, codes, zero bytes, whole URLs`,
    figure: `${answered} answered with anything but a refusal or a redirect to a page`,
    kept: answered === 0 && asked.length > 1000,
  };
}

/** As the request line is to be read: without a host, without a query. */
const pathIn = (target: string) => target.replace(/^http:\/\/x/, '').replace(/\?.*/, '') || '/';

const POSTS = 200;
const MOST = Number(LIMITS.RATE_LIMIT);

/** Without a proxy that is trusted; with one that is not the sender; with a lie before what a trusted one wrote. */
async function addresses(): Promise<Row> {
  const claimed = (i: number) => `198.51.100.${i}`;
  const lies: [env: NodeJS.ProcessEnv, header: (i: number) => string][] = [
    [{}, (i) => `X-Forwarded-For: ${claimed(i)}`],
    [
      {},
      (i) =>
        `Forwarded: for=${claimed(i)}\r\nX-Real-IP: ${claimed(i)}\r\nCF-Connecting-IP: ${claimed(i)}\r\nTrue-Client-IP: ${claimed(i)}`,
    ],
    [{ TRUST_PROXY: '10.0.0.1' }, (i) => `X-Forwarded-For: ${claimed(i)}, 10.0.0.1`],
    [PROXY, (i) => `X-Forwarded-For: ${claimed(i)}, 192.0.2.1`],
    [PROXY, (i) => `X-Forwarded-For: ${claimed(i)}\r\nX-Forwarded-For: 192.0.2.1, 127.0.0.1`],
  ];
  let extra = 0;
  for (const [env, header] of lies)
    extra += await withSite({ ...LIMITS, ...env }, async ({ url, database }) => {
      await eachOf(Array.from({ length: POSTS }), 20, (_, i) => {
        const body = JSON.stringify({ email: 'a@b.example', message: `From somebody else: ${i}` });
        return say(
          url,
          `POST ${routes.contact} HTTP/1.1\r\nHost: x\r\n${header(i)}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
      });
      // Fewer would mean that an honest visitor was refused.
      return Math.abs(rowsIn(database) - MOST);
    });
  return {
    promise: 'A made-up address gains nothing',
    attack: `${thousands(POSTS * lies.length)} enquiries with forged \`X-Forwarded-For\` and similar headers, RATE_LIMIT=${MOST}: no proxy trusted, another trusted, a lie before what the trusted one wrote`,
    figure: `${extra} enquiries more than the limit`,
    kept: extra === 0,
  };
}
