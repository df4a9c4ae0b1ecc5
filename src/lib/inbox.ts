/** What the owner's inbox asks of its server and is answered: the one list of addresses and types for both sides. */

/** The lists, in the order of an owner's morning. Spam stands in its own, and in the one of everything. */
export const listNames = ['new', 'open', 'answered', 'closed', 'parked', 'spam', 'all'] as const;
export type ListName = (typeof listNames)[number];

/** The state that the firm gives an enquiry. It is new until it is opened in the inbox. */
export const handlings = ['new', 'open', 'answered', 'closed'] as const;
export type Handling = (typeof handlings)[number];

/** Larger counts are shown as 1,000+. */
export const MOST_COUNTED = 1000;

export interface Overview {
  firm: string;
  /** Under which name changes are noted. */
  who: string;
  /** Where the enquiries are kept. */
  place: string;
  counts: Record<ListName, number>;
}

export interface Row {
  reference: string;
  /** ISO 8601. */
  receivedAt: string;
  name: string;
  email: string;
  company: string;
  /** The beginning of the message, in one line. */
  excerpt: string;
  handling: Handling;
  /** Why it was set aside, and why it is doubtful. */
  spam: string | null;
  doubt: string | null;
  /** How far its mail to the firm has come. */
  delivery: 'waiting' | 'sent' | 'parked' | 'held';
  notes: number;
  /** It was not answered within the two working days that the site promises. */
  isLate: boolean;
}

export interface ListPage {
  rows: Row[];
  /** For the next page; null on the last one. */
  next: string | null;
}

export interface Note {
  id: string;
  at: string;
  by: string;
  text: string;
}

/** A sentence of its history, such as ‘Mailed to hello@firm.example, accepted by mail.example’. */
interface Happening {
  at: string;
  text: string;
  /** Something that wants the owner's attention. */
  isTrouble: boolean;
}

export interface Whole extends Row {
  /** What was filled in besides name, address, company and message, each under its label. */
  fields: { label: string; value: string }[];
  message: string;
  /** The oldest first. */
  history: Happening[];
  notes: number;
  noteList: Note[];
  /** Opens an answer in a mail program, with the reference in the subject and the message quoted. */
  reply: string;
}

export interface Figures {
  /** The oldest first, the week that runs now last. */
  weeks: {
    monday: string;
    count: number;
    spam: number;
    /** How often pages were opened; left out where that is not counted. */
    visits?: number;
  }[];
  /** Of those weeks. In hours, counted on working days alone: 24 hours make one. */
  answers: {
    answered: number;
    median: number | null;
    worst: number | null;
    /** Answered later than promised. */
    late: number;
    /** Not answered, and later than promised by now. */
    overdue: number;
  };
  /** The promise in hours of working days. */
  promised: number;
  keeping: Keeping;
}

/** What keeps the enquiries safe, as an owner looks after it now and then. */
export interface Keeping {
  /** When the newest backup was made; null where there is none. Left out of PostgreSQL, which pg_dump copies. */
  backup?: string | null;
  mail: {
    /** When the last one was delivered; null where none was. */
    last: string | null;
    waiting: number;
  };
  /** What is left of the disk with the store, in bytes and of the whole. */
  disk?: { free: number; share: number };
}

/** What would be erased. */
export interface Erasure {
  email: string;
  enquiries: { reference: string; receivedAt: string }[];
  notes: number;
}

export interface Erased {
  enquiries: number;
  notes: number;
  /** What is left to do by hand, a sentence each. */
  remaining: string[];
}

/** Sent with every other request, as `Authorization: Bearer …`. */
export interface Opened {
  session: string;
}

export interface Refusal {
  /** What, where, how to fix it. */
  error: string;
}

const enquiry = (reference: string) => `/api/enquiries/${encodeURIComponent(reference)}`;

/** GET unless something else is said; a POST carries JSON and has the Origin of the inbox. */
export const inboxPaths = {
  /** POST { token }: once; Opened. */
  session: '/api/session',
  overview: '/api/overview',
  figures: '/api/figures',
  /** ?list=new&search=words&after=next: a ListPage. */
  enquiries: '/api/enquiries',
  /** A Whole. POSTs to what stands below it are answered with the same. */
  enquiry,
  /** POST { handling } */
  handling: (reference: string) => `${enquiry(reference)}/handling`,
  /** POST { isSpam } */
  spam: (reference: string) => `${enquiry(reference)}/spam`,
  /** POST {} */
  resend: (reference: string) => `${enquiry(reference)}/resend`,
  /** POST { text } adds one, POST { remove: id } takes one away. */
  notes: (reference: string) => `${enquiry(reference)}/notes`,
  /** ?email=: an Erasure. POST { email, count } erases and is answered with Erased; count guards against what came since. */
  erasure: '/api/erasure',
  /** ?format=csv&list=new&search=words: a file with all pages of that list. */
  export: '/api/export',
} as const;
