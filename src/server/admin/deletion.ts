import { minute } from '../../lib/dates.ts';
import type { EnquiryStore } from '../db/store.ts';
import { dateOf } from '../db/visits.ts';
import { notScrubbed, removeForGood } from './actions.ts';
import { confirm } from './confirm.ts';
import { Failure } from './failure.ts';
import { inWords } from './store-file.ts';

/** How many are named, to be recognised. */
const SHOWN = 5;

/** Shows what will go (the oldest first), asks, deletes it, and leaves no trace of it in the files of the store. */
export async function deleteAll(store: EnquiryStore, references: string[], yes: boolean | undefined) {
  if (references.length > 0) {
    const some = references.slice(0, SHOWN).join(', ') + (references.length > SHOWN ? ' …' : '');
    const [from, to] = await Promise.all([references.at(0), references.at(-1)].map(timeOf));
    console.log(`${inWords(references.length)}, received from ${from} to ${to} UTC: ${some}`);
    await confirm({ question: 'Delete for good?', otherwise: 'Nothing was deleted.', yes });
  }
  const { gone, isScrubbed } = await removeForGood(store, references);
  if (references.length > 0) console.log(`${gone} deleted.`);
  if (!isScrubbed)
    throw new Failure(`${notScrubbed(store)} End that program, then run the same command again.`);

  async function timeOf(reference = '') {
    const found = await store.find(reference);
    return found ? minute(found.receivedAt) : 'just now';
  }
}

/** Shows how many days will go, asks, and deletes their page views. */
export async function deleteVisits(store: EnquiryStore, yes: boolean | undefined): Promise<void> {
  const { days } = await store.visits.expired();
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return console.log('There is nothing to delete.');
  console.log(`The page views of ${days.length} days, from ${dateOf(first)} to ${dateOf(last)}.`);
  await confirm({ question: 'Delete for good?', otherwise: 'Nothing was deleted.', yes });
  await store.visits.forget();
  console.log('Deleted.');
}
