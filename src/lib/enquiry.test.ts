import { describe, expect, it } from 'vitest';
import {
  checkEnquiry,
  checkField,
  type Enquiry,
  type EnquiryError,
  type EnquiryField,
  emptyEnquiry,
  enquiryFields,
  enquiryText,
  errorSentence,
  fieldRules,
  fieldsInWords,
  readEnquiry,
  requiredFields,
} from './enquiry.ts';

const valid: Enquiry = {
  ...emptyEnquiry,
  firstName: 'Aroha',
  lastName: 'Ngata',
  email: 'aroha@shop.test',
  company: 'Kōwhai & Co',
  message: 'Our checkout fails on Fridays.',
};
const read = (sent: Record<string, string>) => readEnquiry(new URLSearchParams(sent));

describe('what is read', () => {
  it('is the fields of the list and nothing else', () => {
    expect(read({ ...valid, admin: 'true', __proto__: 'x' })).toEqual(valid);
    const form = new FormData();
    form.set('message', new Blob(['a file']));
    expect(readEnquiry(form)).toEqual(emptyEnquiry);
  });

  it('is a trimmed name, and a message as it was written, with separate accents', () => {
    const message = '\n  Zoe\u0308\n\n  second  \n';
    expect(read({ firstName: '  Mary  Ann\t', message })).toMatchObject({ firstName: 'Mary  Ann', message });
  });

  it('is the same message from a posted form and from a script', () => {
    expect(read({ message: 'one\r\ntwo\r\n\r\nthree' })).toEqual(read({ message: 'one\ntwo\n\nthree' }));
  });

  it('is an address without invisible characters, such as the direction marks in copied text', () => {
    const email = '\u200ear\u200boha@sh\u00adop.test\u202c';
    expect(checkField('email', email)).toBeUndefined();
    expect(read({ email }).email).toBe('aroha@shop.test');
  });
});

it.each(['', 'Ngāi Tahu', 'प्रिया शर्मा', '李小龍', 'عائشة', 'Søren O’Neill-García', '김', '🚀'])(
  'a name and a company may be %j',
  (name) => expect(checkEnquiry({ ...valid, firstName: name, lastName: name, company: name })).toEqual({}),
);

describe('an e-mail address', () => {
  it.each([
    ...['a@b.co', 'first.last+tag@mail.shop.test', 'o’neill@shop.test', "o'brien_1@sub-domain.shop.test"],
    ...['उपयोगकर्ता@उदाहरण.भारत', '用户@例子.广告', '  padded@shop.test '],
  ])('may be %s', (email) => expect(checkField('email', email)).toBeUndefined());

  it.each([
    ...['aroha', 'aroha@', '@shop.test', 'aroha@shop', 'aroha@.test', 'aroha@shop..test', 'a b@shop.test'],
    ...[
      'a@b@shop.test',
      'a@shop.test,b@shop.test',
      'a@shop.test;b@shop.test',
      'a@shop.test\r\nBcc: b@x.test',
    ],
    ...['a@shop.test\u2028b', 'Aroha <a@shop.test>', '"a"@shop.test', 'a@shop.test?x', 'a@[127.0.0.1]'],
  ])('may not be %j', (email) => expect(checkField('email', email)).toBe('emailInvalid'));
});

describe('the length', () => {
  const host = '@shop.test';
  it.each<[field: EnquiryField, most: string, error: EnquiryError]>([
    ...(['firstName', 'lastName', 'company'] as const).flatMap((field) =>
      // A letter and its accent are one character, as people count.
      ['x', 'क', '👍', 'e\u0301'].map(
        (sign) => [field, sign.repeat(100), 'tooLong'] as [typeof field, string, 'tooLong'],
      ),
    ),
    ['email', 'a'.repeat(254 - host.length) + host, 'emailInvalid'],
    ['message', 'x'.repeat(5000), 'messageLong'],
    ['message', '👍'.repeat(5000), 'messageLong'],
    ['message', `a${'\r\n'.repeat(4998)}b`, 'messageLong'],
  ])('of %s may be what is allowed, and no more', (field, most, error) => {
    expect(checkField(field, most)).toBeUndefined();
    expect(checkField(field, `a${most}`)).toBe(error);
  });

  it.each(['x', '語', '👍', 'e\u0301'])('of a message is ten characters at least, such as %s', (sign) => {
    expect(checkField('message', `  \n${sign.repeat(9)} \t`)).toBe('messageShort');
    expect(checkField('message', sign.repeat(10))).toBeUndefined();
  });

  it('in bytes is four a character at most', () => {
    const syllable = '각'.normalize('NFD');
    expect(checkField('message', syllable.repeat(5000))).toBe('messageLong');
    expect(checkField('message', syllable.repeat(2000))).toBeUndefined();
  });
});

describe('what cannot be seen', () => {
  it.each(['a\u0000b', 'a\nb', 'a\rb', 'a\tb', 'a\u001bb', 'a\u007fb', 'a\u0085b', 'a\u2028b', 'a\ud800b'])(
    'is refused in a name: %j',
    (name) => {
      for (const field of ['firstName', 'lastName', 'company'] as const)
        expect(checkField(field, name)).toBe('controlCharacters');
      expect(checkField('email', `${name}@shop.test`)).toBe('emailInvalid');
    },
  );

  it.each([
    ...['\u0000', '\u0007', '\u001b[31m', '\u009f', '\udc00'].map((sign) => [sign, 'controlCharacters']),
    ...['\n', '\r\n', '\r', '\t', '\u200d', '\u200f', '\u00a0', '\u2028'].map((sign) => [sign, undefined]),
  ])('in a message, %j is %s', (sign, error) => {
    expect(checkField('message', `Ten letters ${sign} and more`)).toBe(error);
  });

  it('is left to the server where a browser cannot tell half a character', () => {
    const known = Object.getOwnPropertyDescriptor(String.prototype, 'isWellFormed') as PropertyDescriptor;
    Reflect.deleteProperty(String.prototype, 'isWellFormed');
    try {
      expect(checkField('company', 'a\ud800b')).toBeUndefined();
    } finally {
      Object.defineProperty(String.prototype, 'isWellFormed', known);
    }
  });
});

describe('hostile text', () => {
  it('with dozens of marks on one letter is refused', () => {
    const heap = `a${'\u0301'.repeat(40)}`;
    expect(checkField('firstName', heap)).toBe('controlCharacters');
    expect(checkField('message', `Ten letters ${heap}`)).toBe('controlCharacters');
    expect(checkField('email', `${heap}@shop.test`)).toBe('emailInvalid');
  });

  // Work that grows faster than the text would not end before the test does.
  it.each([
    ...enquiryFields.map(
      (field) => [field, `a${'\u0301'.repeat(1_000_000)}${'\u0323'.repeat(1_000_000)}`] as const,
    ),
    ['email', `${'a.'.repeat(1_000_000)}@${'a.'.repeat(1_000_000)}`] as const,
    ['email', `a@${'a.'.repeat(120)}`] as const,
  ])('in %s is refused at once', (field, text) => expect(checkField(field, text)).toBeDefined());
});

describe('the whole form', () => {
  it('needs an e-mail address and a message, no more', () => {
    expect(checkEnquiry(emptyEnquiry)).toEqual({ email: 'emailMissing', message: 'messageMissing' });
    expect(checkEnquiry({ ...emptyEnquiry, email: ' ', message: ' \n\t ' })).toEqual(
      checkEnquiry(emptyEnquiry),
    );
    expect(checkEnquiry({ ...emptyEnquiry, email: valid.email, message: valid.message })).toEqual({});
  });
});

it('the sentence of a mistake has the limits of its field', () => {
  const words = new Proxy({} as Record<EnquiryError, string>, { get: () => 'From {least} to {most}.' });
  expect(errorSentence(words, 'message', 'messageLong')).toBe('From 10 to 5,000.');
  expect(errorSentence(words, 'firstName', 'tooLong')).toBe(`From 0 to ${fieldRules.firstName.most}.`);
});

it('a sentence lists all fields, or only the required ones', () => {
  const labels = Object.fromEntries(enquiryFields.map((field) => [field, `Your ${field}`])) as Enquiry;
  expect(fieldsInWords(labels)).toMatch(/^firstname, lastname, email, .* and message$/);
  expect(fieldsInWords(labels, requiredFields)).toBe('email and message');
});

it('the text of the mail is the message, then its sender; empty fields leave no line', () => {
  expect(enquiryText(valid)).toBe(`${valid.message}\n\nAroha Ngata\nKōwhai & Co\naroha@shop.test`);
  const nameless = { ...valid, firstName: '', lastName: '', company: '' };
  expect(enquiryText({ ...nameless, lastName: 'Ngata' })).toBe(`${valid.message}\n\nNgata\naroha@shop.test`);
  expect(enquiryText(nameless)).toBe(`${valid.message}\n\naroha@shop.test`);
});
