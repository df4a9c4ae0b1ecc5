import { type ListName, MOST_COUNTED, type Row } from '../lib/inbox.ts';

export const listTitles: Record<ListName, string> = {
  new: 'New',
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
  parked: 'Not delivered',
  spam: 'Spam',
  all: 'All',
};

/** That a list is empty, and what would be in it. */
export const emptyLists: Record<ListName, [heading: string, text: string]> = {
  new: ['Nothing new.', 'New enquiries appear here by themselves.'],
  open: ['Nothing open.', 'Everything that was read has been answered or closed.'],
  answered: ['Nothing answered yet.', 'An enquiry moves here once you mark it as answered.'],
  closed: ['Nothing closed yet.', 'Close an enquiry once there is nothing left to do.'],
  parked: ['Everything was delivered.', 'Enquiries whose mail was refused appear here.'],
  spam: ['No spam.', 'Messages that look automatic are kept here, and their mail is held back.'],
  all: ['No enquiries yet.', 'The first one from the contact form appears here by itself.'],
};

/** Its state, as the name of a list. */
export const stateOf = ({ spam, handling }: Pick<Row, 'spam' | 'handling'>) =>
  spam === null ? handling : 'spam';

/** The address, if there is no name. */
export const nameOf = ({ name, email }: Pick<Row, 'name' | 'email'>) => name || email;

export const number = (value: number) => value.toLocaleString('en-GB');
/** ‘350 MB’, ‘12 GB’. */
export const bytes = (count: number) =>
  count < 1e9 ? `${number(Math.round(count / 1e6))} MB` : `${number(Math.round(count / 1e9))} GB`;
export const counted = (count: number) =>
  count >= MOST_COUNTED ? `${number(MOST_COUNTED)}+` : number(count);

/** ‘1 note’, ‘2 notes’. Every word that is counted here takes an s, or has its plural named. */
export const several = (count: number, one: string, more = one.replace(/y$/, 'ie').concat('s')) =>
  `${number(count)} ${count === 1 ? one : more}`;
