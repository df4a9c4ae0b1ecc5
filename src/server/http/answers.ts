import { PIECE, SLOT, STORE_BEGINS, STORE_ENDS, answerSlots as slots } from '../../lib/answer-slots.ts';
import { type ContactAnswer, isUnknown, mailInstead, titleStart } from '../../lib/contact-answer.ts';
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

/** Fills in the contact page as an answer. Nothing is rendered: what varies is put into a page that the build made. */
export function readAnswers(
  html: string,
  { words, contactEmail }: Options,
): (answer: ContactAnswer) => string {
  const template =
    html.slice(0, html.indexOf(STORE_BEGINS)) + html.slice(html.indexOf(STORE_ENDS) + STORE_ENDS.length);
  const pieces = piecesOf(html.slice(html.indexOf(STORE_BEGINS), html.indexOf(STORE_ENDS)));
  const piece = (name: string) => pieces.get(name) ?? missing(name);

  const control = (field: EnquiryField, enquiry: Enquiry | undefined, sentence: string | undefined) =>
    fill(piece(sentence === undefined ? field : `wrong ${field}`), {
      [slots.value]: escapeHtml(shown(field, enquiry?.[field] ?? '')),
      [slots.sentence]: escapeHtml(sentence ?? ''),
    });
  const form = (enquiry?: Enquiry, sentences: Partial<Record<EnquiryField, string>> = {}) =>
    fill(piece('form'), {
      [slots.fields]: enquiryFields.map((field) => control(field, enquiry, sentences[field])).join(''),
    });
  const summary = (sentences: Partial<Record<EnquiryField, string>>) => {
    const whole = piece('invalid');
    const [item = ''] = /<li\b[\s\S]*<\/li>/.exec(whole) ?? [];
    const items = Object.entries(sentences).map(([field, sentence]) => {
      const text = labelled(words.fields[field as EnquiryField], sentence);
      return fill(item, { [slots.field]: field, [slots.sentence]: escapeHtml(text) });
    });
    return whole.replace(item, () => items.join(''));
  };

  return (answer) => {
    const start = escapeHtml(titleStart(words, answer.kind));
    const page = template.replace('<title>', (tag) => tag + start);
    if (answer.kind === 'sent')
      return fill(page, {
        [slots.answer]: fill(piece('sent'), { [slots.reference]: answer.reference }),
        [slots.form]: '',
      });
    if (answer.kind === 'invalid') {
      const sentences = errorSentences(words.errors, answer.errors);
      return fill(page, {
        [slots.answer]: summary(sentences),
        [slots.form]: form(answer.enquiry, sentences),
      });
    }
    const { enquiry, failure } = answer;
    const notSent = fill(piece(enquiry ? (isUnknown(failure) ? 'unknown' : 'failed') : 'lost'), {
      [slots.reason]: escapeHtml(words.failed[failure]),
      [slots.mail]: enquiry ? escapeHtml(mailInstead(contactEmail, words.heading, enquiry)) : '',
    });
    return fill(page, { [slots.answer]: notSent, [slots.form]: form(enquiry) });
  };
}

/** The page for what should never happen: what was said, and where, if visitors may see that. */
export function readErrorPage(html: string): (error: unknown, showsStack: boolean) => string {
  return (thrown, showsStack) => {
    const { message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown));
    const page = showsStack ? html : html.replace(/<pre\b[^>]*>[^<]*<\/pre>/, '');
    return fill(page, { [slots.message]: escapeHtml(message), [slots.stack]: escapeHtml(stack) });
  };
}

function piecesOf(store: string): Map<string, string> {
  const [, ...parts] = store.split(PIECE);
  const pieces = new Map<string, string>();
  for (let i = 0; i < parts.length; i += 2) pieces.set(parts[i] ?? '', parts[i + 1] ?? '');
  return pieces;
}

/** In one pass and by a function: what a visitor typed may hold a slot, or a dollar sign. */
const fill = (text: string, values: Record<string, string>) =>
  text.replace(SLOT, (slot) => values[slot] ?? slot);

/** Whoever wrote four times as much as fits did not type it; nobody gets more back than that. */
const LENIENCE = 4;

function shown(field: EnquiryField, value: string): string {
  const { kind, most } = fieldRules[field];
  const cut = [...value.slice(0, most * LENIENCE * 2)].slice(0, most * LENIENCE).join('');
  // A browser takes the first line break of a text area for a part of the markup.
  return kind === 'text' && cut.startsWith('\n') ? `\n${cut}` : cut;
}

function missing(name: string): never {
  throw new Error(`The answer page lacks its piece ‘${name}’; run npm run build again.`);
}
