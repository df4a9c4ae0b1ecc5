import { expect, it } from 'vitest';
import { mailto } from './mailto.ts';

it('is the bare address without a mail', () => {
  expect(mailto('hello+site@firm.test')).toBe('mailto:hello+site@firm.test');
  expect(mailto('hello@firm.test', { subject: '', body: '' })).toBe('mailto:hello@firm.test');
});

it('writes a space as %20, never as a plus sign', () => {
  expect(mailto('a@firm.test', { subject: 'Two words + more' })).toBe(
    'mailto:a@firm.test?subject=Two%20words%20%2B%20more',
  );
});

it('writes every line break as CRLF', () => {
  const url = mailto('a@firm.test', { body: 'one\ntwo\r\nthree\n\nfour' });
  expect(url).toBe('mailto:a@firm.test?body=one%0D%0Atwo%0D%0Athree%0D%0A%0D%0Afour');
});

it.each(['Grüße aus Ōtautahi', 'नमस्ते', '👩‍💻 & friends', 'a=b&c?d#e%f', '“quoted” · ‘single’'])(
  'carries %s unharmed as subject and body',
  (text) => {
    const url = new URL(mailto('a@firm.test', { subject: text, body: `${text}\n${text}` }));
    expect(url.pathname).toBe('a@firm.test');
    expect([...url.searchParams]).toEqual([
      ['subject', text],
      ['body', `${text}\r\n${text}`],
    ]);
    expect(url.hash).toBe('');
    expect(url.search).toMatch(/^[\x21-\x7e]+$/);
  },
);

it('carries what is left of half a character', () => {
  expect(mailto('a@firm.test', { body: 'a\ud83db' })).toBe('mailto:a@firm.test?body=a%EF%BF%BDb');
});
