import { kept } from '../../lib/kept.ts';
import { ENQUIRIES } from '../built.ts';
import type { EnquiryStore } from '../db/store.ts';
import { DAY_MS } from '../db/visits.ts';
import type { Log } from '../log.ts';

const MONTH = 31 * DAY_MS;

/** Deletes what is older than the privacy policy allows, now and once a day. */
export function startRetention(store: EnquiryStore, days: number, log: Log): { stop(): void } {
  const purgeNow = () => purge(store, days, log);
  purgeNow();
  const timer = setInterval(purgeNow, DAY_MS);
  return { stop: () => clearInterval(timer) };
}

/** Deletes what has expired, unless the clock may be wrong: then the owner decides. */
export async function purge(
  store: EnquiryStore,
  days: number,
  log: Log,
  now: () => number = Date.now,
): Promise<void> {
  const ask = (what: string, doubt: string, command: string) =>
    log('purge-asks-first', {
      sentence: `${what} by this machine’s clock, ${doubt}. Nothing was deleted. If the clock is right: ${ENQUIRIES} ${command}`,
    });
  try {
    const isCurrent = await store.isCurrent();
    if (isCurrent) await store.forget();

    const before = now() - days * DAY_MS;
    const { references, oldest } = await store.expired(new Date(before));
    const count = references.length;
    const doubt = doubtOf({
      count,
      of: count && (await store.count()),
      overdue: before - (oldest?.getTime() ?? before),
      days,
      isCurrent,
    });
    if (doubt) ask(`${count} enquiries are older than ${days} days`, doubt, `purge --older-than ${days}d`);
    else if (count > 0) log('enquiries-purged', { count: await store.remove(references) });

    const views = await store.visits.expired();
    const [first = 0] = views.days;
    const viewsDoubt = doubtOf({
      count: views.days.length,
      of: views.of,
      overdue: now() - (first + kept.countDays) * DAY_MS,
      days: kept.countDays,
      isCurrent,
    });
    if (viewsDoubt)
      ask(
        `The page views of ${views.days.length} days are older than ${kept.countDays} days`,
        viewsDoubt,
        'purge --visits',
      );
    else await store.visits.forget();

    if (isCurrent || !(doubt || viewsDoubt)) await store.noteDay();
  } catch (error) {
    log('enquiries-not-purged', { error });
  }
}

interface Expired {
  count: number;
  /** How many there are in all. */
  of: number;
  /** How many milliseconds ago the first of them expired. */
  overdue: number;
  /** For how long they are kept. */
  days: number;
  /** Whether anything in the store is dated within the last week. */
  isCurrent: boolean;
}

/**
 * Why the owner has to decide, as a part of a sentence; undefined where all is as usual. A purge every day leaves nothing
 * that expired a month ago, and takes about one part in as many as there are days: twice that, or a tenth, is usual, and
 * so is a single one, or a store of three would ask for each of them. Anything else means that the clock is wrong, that
 * the limit was changed, or that nothing ran for weeks.
 */
function doubtOf({ count, of, overdue, days, isCurrent }: Expired): string | undefined {
  if (count === 0) return undefined;
  if (overdue > MONTH) return 'some by more than a month';
  if (!isCurrent) return 'but nothing in the store is newer than a week';
  const usual = Math.max(1, of * Math.max(1 / 10, 2 / days));
  return count > usual ? `and that is a large part of the ${of} there are` : undefined;
}
