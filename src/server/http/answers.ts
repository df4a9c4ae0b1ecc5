import { PIECE, SLOT, STORE_BEGINS, STORE_ENDS, answerSlots as slots } from '../../lib/answer-slots.ts';
import {
  type ContactAnswer,
  isRefused,
  isUnknown,
  mailInstead,
  titleStart,
} from '../../lib/contact-answer.ts';
import {
  type Enquiry,
  type EnquiryField,
  enquiryFields,
  errorSentences,
  fieldRules,
  labelled,
} from '../../lib/enquiry.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import type { Page } from '../../schemas/pages.ts';

interface Options {
  words: Page<'contact'>['form'];
  contactEmail: string;
}

type Sentences = Partial<Record<EnquiryField, string>>;

/** Fills in the contact page as an answer. Nothing is rendered: what varies is put into a page that the build made. */
export function readAnswers(
  html: string,
  { words, contactEmail }: Options,
): (answer: ContactAnswer) => string {
  const [before = '', store = '', after = ''] = html.split(new RegExp(`${STORE_BEGINS}|${STORE_ENDS}`));
  const template = before + after;
  const [, ...parts] = store.split(PIECE);
  const piece = (name: string, values: Record<string, string>) => {
    const at = parts.indexOf(name);
    if (at < 0) throw new Error(`The answer page lacks its piece ‘${name}’; run npm run build again.`);
    return fill(parts[at + 1] ?? '', values);
  };

  const form = (enquiry?: Enquiry, sentences: Sentences = {}) => {
    const controls = enquiryFields.map((field) =>
      piece(sentences[field] === undefined ? field : `wrong ${field}`, {
        [slots.value]: escapeHtml(asTyped(field, enquiry?.[field] ?? '')),
        [slots.sentence]: escapeHtml(sentences[field] ?? ''),
      }),
    );
    return piece('form', { [slots.fields]: controls.join('') });
  };
  const summary = (sentences: Sentences) =>
    piece('invalid', {}).replace(/<li\b[\s\S]*<\/li>/, (item) =>
      Object.entries(sentences)
        .map(([field, sentence]) => {
          const text = labelled(words.fields[field as EnquiryField], sentence);
          return fill(item, { [slots.field]: field, [slots.sentence]: escapeHtml(text) });
        })
        .join(''),
    );
  const notSent = ({ enquiry, failure }: ContactAnswer & { kind: 'failed' }) => {
    const kind = isUnknown(failure) ? 'unknown' : isRefused(failure) ? 'refused' : 'failed';
    return piece(enquiry ? kind : 'lost', {
      [slots.reason]: escapeHtml(words.failed[failure]),
      [slots.mail]: enquiry ? escapeHtml(mailInstead(contactEmail, words.heading, enquiry)) : '',
    });
  };

  const partsOf = (answer: ContactAnswer): [answer: string, form: string] => {
    if (answer.kind === 'sent') return [piece('sent', { [slots.reference]: answer.reference }), ''];
    if (answer.kind === 'failed') return [notSent(answer), form(answer.enquiry)];
    const sentences = errorSentences(words.errors, answer.errors);
    return [summary(sentences), form(answer.enquiry, sentences)];
  };
  return (answer) => {
    const title = `<title>${escapeHtml(titleStart(words, answer.kind))}`;
    const [text, fields] = partsOf(answer);
    return fill(
      template.replace('<title>', () => title),
      {
        [slots.answer]: text,
        [slots.form]: fields,
      },
    );
  };
}

/** The page for what should never happen: what was said, and where, if visitors may see that. */
export function readErrorPage(html: string, showsStack: boolean): (error: unknown) => string {
  const page = showsStack ? html : html.replace(/<pre\b[^>]*>[^<]*<\/pre>/, '');
  return (thrown) => {
    const { message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown));
    return fill(page, { [slots.message]: escapeHtml(message), [slots.stack]: escapeHtml(stack) });
  };
}

/** In one pass and by a function: what a visitor typed may hold a slot, or a dollar sign. */
const fill = (text: string, values: Record<string, string>) =>
  text.replace(SLOT, (slot) => values[slot] ?? slot);

/** A browser takes the first line break of a text area for a part of the markup. */
const asTyped = (field: EnquiryField, value: string) =>
  fieldRules[field].kind === 'text' && value.startsWith('\n') ? `\n${value}` : value;
