import { describe, expect, it } from 'vitest';
import {
  checkEnquiry,
  checkField,
  type Enquiry,
  type EnquiryError,
  emptyEnquiry,
  enquiryFields,
  enquiryText,
  errorSentence,
  fieldRules,
  fieldsInWords,
  readEnquiry,
  requiredFields,
} from './enquiry.ts';

const { least = 0 } = fieldRules.message;
const valid: Enquiry = {
  ...emptyEnquiry,
  firstName: 'Aroha',
  lastName: 'Ngata',
  email: 'aroha@shop.test',
  company: 'Kōwhai & Co',
  message: 'Our checkout fails on Fridays.',
};

describe('reading', () => {
  it('takes the fields of the list and nothing else', () => {
    const sent = new URLSearchParams({ ...valid, admin: 'true', __proto__: 'x' });
    expect(readEnquiry(sent)).toEqual(valid);
    expect(Object.keys(readEnquiry(sent))).toEqual([...enquiryFields]);
  });

  it('takes what was not sent, and what is no text, as empty', () => {
    const form = new FormData();
    form.set('message', new Blob(['a file']));
    expect(new Set(Object.values(readEnquiry(form)))).toEqual(new Set(['']));
  });

  it('trims a name, and leaves the message as it was written', () => {
    const message = '\n  first\n\n  second  \n';
    const sent = { ...valid, firstName: '  Mary  Ann\t', message };
    expect(readEnquiry(new URLSearchParams(sent))).toMatchObject({ firstName: 'Mary  Ann', message });
  });

  it('keeps a letter and its accent as they were typed', () => {
    const { firstName } = readEnquiry(new URLSearchParams({ firstName: 'Zoe\u0308' }));
    expect(firstName).toBe('Zoe\u0308');
  });

  it('reads the same message from a posted form and from a script', () => {
    const posted = readEnquiry(new URLSearchParams({ ...valid, message: 'one\r\ntwo\r\n\r\nthree' }));
    const typed = readEnquiry(new URLSearchParams({ ...valid, message: 'one\ntwo\n\nthree' }));
    expect(posted).toEqual(typed);
  });
});

describe('names and company', () => {
  it.each(['', 'Ngāi Tahu', 'प्रिया शर्मा', '李小龍', 'عائشة', 'Søren O’Neill-García', 'Ọlá', '김', '🚀'])(
    'may be %j',
    (name) => {
      expect(checkEnquiry({ ...valid, firstName: name, lastName: name, company: name })).toEqual({});
    },
  );

  it.each(['firstName', 'lastName', 'company'] as const)('%s may hold a hundred characters', (field) => {
    expectLimit(field, 'x', fieldRules.firstName.most, 'tooLong');
    expectLimit(field, 'क', fieldRules.firstName.most, 'tooLong');
    expectLimit(field, '👍', fieldRules.firstName.most, 'tooLong');
  });

  it('counts a letter and its accent as one character, as people do', () => {
    expectLimit('firstName', 'e\u0301', fieldRules.firstName.most, 'tooLong');
  });
});

describe('the e-mail address', () => {
  it.each([
    'a@b.co',
    'first.last+tag@mail.shop.test',
    'o’neill@shop.test',
    'उपयोगकर्ता@उदाहरण.भारत',
    '用户@例子.广告',
    '  padded@shop.test ',
    "o'brien_1@sub-domain.shop.test",
  ])('may be %s', (email) => {
    expect(checkField('email', email)).toBeUndefined();
  });

  it.each(['', '   ', '\n'])('may not be missing (%j)', (email) => {
    expect(checkField('email', email)).toBe('emailMissing');
  });

  it.each([
    'aroha',
    'aroha@',
    '@shop.test',
    'aroha@shop',
    'aroha@shop.',
    'aroha@.test',
    'aroha@shop..test',
    'a b@shop.test',
    'a@b@shop.test',
    'a@shop.test,b@shop.test',
    'a@shop.test, b@shop.test',
    'a@shop.test;b@shop.test',
    'a,b@shop.test',
    'a@shop.test\nBcc: b@shop.test',
    'a@shop.test\r\nBcc:b',
    'a\n@shop.test',
    'a@shop.test\u2028b',
    'Aroha <a@shop.test>',
    '"a"@shop.test',
    'a@shop.test/1',
    'a@shop.test?x',
    'a@shop.test#x',
    'a@shop.tes%74',
    'a@shop.test\\x',
    'a@shop.test:25',
    'a@[127.0.0.1]',
  ])('may not be %j', (email) => {
    expect(checkField('email', email)).toBe('emailInvalid');
  });

  it('holds nothing that nobody sees, such as the marks of direction that come with what is copied', () => {
    const email = '\u200ear\u200boha@sh\u00adop.test\u202c';
    expect(checkField('email', email)).toBeUndefined();
    expect(readEnquiry(new Map([['email', email]])).email).toBe('aroha@shop.test');
  });

  it('may hold 254 characters', () => {
    const host = '@shop.test';
    const name = (length: number) => 'a'.repeat(length - host.length) + host;
    expect(checkField('email', name(fieldRules.email.most))).toBeUndefined();
    expect(checkField('email', name(fieldRules.email.most + 1))).toBe('emailInvalid');
  });

  it('takes time in line with its length, however hostile', () => {
    const took = (email: string) => {
      const began = performance.now();
      for (let i = 0; i < 20; i++) checkField('email', email);
      return performance.now() - began;
    };
    const harmless = took(`${'a'.repeat(100_000)}@${'a'.repeat(100_000)}`);
    expect(took(`${'a.'.repeat(50_000)}@${'a.'.repeat(50_000)}`)).toBeLessThan(50 * harmless + 20);
    expect(took(`a@${'a.'.repeat(120)}`)).toBeLessThan(50 * harmless + 20);
  });
});

describe('the message', () => {
  it.each(['', '  \n\t '])('may not be missing (%j)', (message) => {
    expect(checkField('message', message)).toBe('messageMissing');
  });

  it.each(['x', '語', '👍', 'e\u0301'])('needs ten characters, such as %s', (sign) => {
    expect(checkField('message', sign.repeat(least - 1))).toBe('messageShort');
    expect(checkField('message', `  \n${sign.repeat(least - 1)} \t`)).toBe('messageShort');
    expect(checkField('message', sign.repeat(least))).toBeUndefined();
  });

  it('may hold five thousand characters', () => {
    expectLimit('message', 'x', fieldRules.message.most, 'messageLong');
    expectLimit('message', '👍', fieldRules.message.most, 'messageLong');
  });

  it('counts a line break as one character however it was sent', () => {
    const lines = (end: string) => `a${end.repeat(fieldRules.message.most - 2)}b`;
    expect(checkField('message', lines('\n'))).toBeUndefined();
    expect(checkField('message', lines('\r\n'))).toBeUndefined();
    expect(checkField('message', `a${lines('\r\n')}`)).toBe('messageLong');
  });
});

describe('hostile text', () => {
  const short = `a${'\u0301'.repeat(100)}${'\u0323'.repeat(100)}`;

  it.each(enquiryFields)('ends in %s, however many marks a letter bears', (field) => {
    // To put these into their order would take a minute: it grows with the square of their number.
    const marks = `a${'\u0301'.repeat(100_000)}${'\u0323'.repeat(100_000)}`;
    const began = performance.now();
    expect(checkField(field, marks)).toBeDefined();
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it.each(enquiryFields)('with a heap of marks on one letter is refused in %s', (field) => {
    expect(checkField(field, field === 'email' ? `${short}@shop.test` : `Ten letters ${short}`)).toBe(
      field === 'email' ? 'emailInvalid' : field === 'message' ? 'controlCharacters' : 'tooLong',
    );
    expect(checkField('firstName', `a${'\u0301'.repeat(40)}`)).toBe('controlCharacters');
  });

  it('takes no more room than four bytes a character', () => {
    const { most } = fieldRules.message;
    const syllable = '각'.normalize('NFD');
    expect(checkField('message', syllable.repeat(most))).toBe('messageLong');
    expect(checkField('message', syllable.repeat(2000))).toBeUndefined();
    expect(checkField('message', '각'.repeat(most))).toBeUndefined();
    expect(checkField('message', 'e\u0301'.repeat(most))).toBeUndefined();
  });
});

describe('the whole form', () => {
  it('has no errors when it is right', () => expect(checkEnquiry(valid)).toEqual({}));

  it('needs an e-mail address and a message, no more', () => {
    const empty = readEnquiry(new URLSearchParams());
    expect(checkEnquiry(empty)).toEqual({ email: 'emailMissing', message: 'messageMissing' });
    expect(checkEnquiry({ ...empty, email: valid.email, message: valid.message })).toEqual({});
  });

  it('names every mistake in the order of the fields', () => {
    const long = 'x'.repeat(fieldRules.firstName.most + 1);
    const errors = checkEnquiry({
      ...emptyEnquiry,
      firstName: long,
      lastName: long,
      email: 'x',
      company: long,
      message: 'x',
    });
    expect(Object.entries(errors)).toEqual([
      ['firstName', 'tooLong'],
      ['lastName', 'tooLong'],
      ['email', 'emailInvalid'],
      ['company', 'tooLong'],
      ['message', 'messageShort'],
    ]);
  });
});

describe('the words of a mistake', () => {
  it('hold the numbers of the field', () => {
    const words = new Proxy({} as Record<EnquiryError, string>, {
      get: () => 'From {least} to {most}.',
    });
    expect(errorSentence(words, 'message', 'messageLong')).toBe('From 10 to 5,000.');
    expect(errorSentence(words, 'firstName', 'tooLong')).toBe('From 0 to 100.');
  });
});

describe('the fields in a sentence', () => {
  const labels = Object.fromEntries(enquiryFields.map((field) => [field, `Your ${field}`])) as Enquiry;
  it('are all of them, or those that are needed', () => {
    expect(fieldsInWords(labels)).toBe('firstname, lastname, email, company and message');
    expect(fieldsInWords(labels, requiredFields)).toBe('email and message');
  });
});

describe('the text of the mail', () => {
  it('is the message, then who wrote it', () => {
    expect(enquiryText(valid)).toBe(
      `${valid.message}\n\n${valid.firstName} ${valid.lastName}\n${valid.company}\n${valid.email}`,
    );
  });

  it('leaves no empty line or loose space for what was not given', () => {
    expect(enquiryText({ ...valid, firstName: '', company: '' })).toBe(
      `${valid.message}\n\n${valid.lastName}\n${valid.email}`,
    );
    expect(enquiryText({ ...valid, firstName: '', lastName: '', company: '' })).toBe(
      `${valid.message}\n\n${valid.email}`,
    );
  });
});

function expectLimit(field: keyof Enquiry, sign: string, most: number, error: EnquiryError) {
  expect(checkField(field, sign.repeat(most))).toBeUndefined();
  expect(checkField(field, sign.repeat(most + 1))).toBe(error);
}

describe('what cannot be seen', () => {
  it('leaves half a character to the server where a browser cannot tell', () => {
    const known = Object.getOwnPropertyDescriptor(String.prototype, 'isWellFormed') as PropertyDescriptor;
    Reflect.deleteProperty(String.prototype, 'isWellFormed');
    try {
      expect(checkField('company', 'a\ud800b')).toBeUndefined();
    } finally {
      Object.defineProperty(String.prototype, 'isWellFormed', known);
    }
  });

  it.each(['a\u0000b', 'a\nb', 'a\rb', 'a\tb', 'a\u001bb', 'a\u007fb', 'a\u0085b', 'a\u2028b', 'a\ud800b'])(
    'is refused in a name: %j',
    (name) => {
      for (const field of ['firstName', 'lastName', 'company'] as const)
        expect(checkField(field, name)).toBe('controlCharacters');
      expect(checkField('email', `${name}@shop.test`)).toBe('emailInvalid');
    },
  );

  it.each(['\u0000', '\u0007', '\u001b[31m', '\u009f', '\udc00'])('is refused in a message: %j', (sign) => {
    expect(checkField('message', `Ten letters ${sign} and more`)).toBe('controlCharacters');
  });

  it.each(['\n', '\r\n', '\r', '\t', '\u200d', '\u200f', '\u00a0', '\u2028'])(
    'belongs to a message: %j',
    (sign) => {
      expect(checkField('message', `Ten letters ${sign} and more`)).toBeUndefined();
    },
  );
});
