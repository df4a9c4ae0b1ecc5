import { expect, it } from 'vitest';
import { mailto } from './mailto.ts';

it.each([
  [undefined, 'mailto:a+b@firm.test'],
  [{ subject: '', body: '' }, 'mailto:a+b@firm.test'],
  // A space is never a plus sign, a line break always CRLF, half a character what it is to everybody.
  [{ subject: 'Two words + more' }, 'mailto:a+b@firm.test?subject=Two%20words%20%2B%20more'],
  [{ body: 'one\ntwo\r\n\nthree' }, 'mailto:a+b@firm.test?body=one%0D%0Atwo%0D%0A%0D%0Athree'],
  [{ body: 'a\ud83db' }, 'mailto:a+b@firm.test?body=a%EF%BF%BDb'],
])('%j is %s', (mail, url) => expect(mailto('a+b@firm.test', mail)).toBe(url));

it.each(['Grüße aus Ōtautahi', 'नमस्ते', '👩‍💻 & friends', 'a=b&c?d#e%f', '“quoted” · ‘single’'])(
  '%s arrives unharmed as subject and body',
  (text) => {
    const url = new URL(mailto('a@firm.test', { subject: text, body: text }));
    expect([...url.searchParams]).toEqual([
      ['subject', text],
      ['body', text],
    ]);
    expect(url.search).toMatch(/^[\x21-\x7e]+$/);
    expect([url.pathname, url.hash]).toEqual(['a@firm.test', '']);
  },
);
