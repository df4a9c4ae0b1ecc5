import { lacking, startCaddy, startNginx } from '../tests/support/fronts.ts';
import { median, visitBeside } from '../tests/support/small-posts.ts';
import type { Group, Row } from './row.ts';
import { LIMITS, PROXY, withSite } from './support/site.ts';

const SECONDS = 15;
const MOST_LATE_MS = 100;

/** Few and small posts, each made to cost as much as a post can. */
export const smallPosts: Group = async () => {
  const missing = lacking.nginx ?? lacking.caddy;
  if (missing) throw new Error(missing);
  return [
    ...(await withSite(LIMITS, ({ url }) => beside('', url))),
    ...(await behind('behind nginx', startNginx)),
    ...(await behind('behind Caddy', startCaddy)),
  ];
};

const behind = (where: string, startFront: (apps: string[]) => ReturnType<typeof startCaddy>) =>
  withSite({ ...LIMITS, ...PROXY }, async ({ url }) => {
    const front = await startFront([url]);
    try {
      return await beside(where, front.url);
    } finally {
      await front.stop();
    }
  });

async function beside(where: string, url: string): Promise<Row[]> {
  const usual = median((await visitBeside(url, 5, 0)).pages);
  const rows: Row[] = [];
  for (const attackers of [1, 50]) {
    const { pages, failedPages, enquiries, failedEnquiries, attacks } = await visitBeside(
      url,
      SECONDS,
      attackers,
    );
    const late = median(pages) - usual;
    rows.push({
      promise: ['A small post holds up nobody', where].filter(Boolean).join(', '),
      attack: `${attacks} posts of 60 kB in ${SECONDS} s from ${attackers === 1 ? 'one address' : `${attackers} addresses`}: combining marks 40 times a minute, 21,000 fields 60 times a second`,
      figure: `the home page took ${median(pages).toFixed(0)} ms (median; ${usual.toFixed(0)} ms without); ${failedPages} of ${pages.length + failedPages} pages and ${failedEnquiries} of ${enquiries} enquiries failed`,
      kept: late < MOST_LATE_MS && failedPages === 0 && failedEnquiries === 0 && enquiries > 5,
    });
  }
  return rows;
}
