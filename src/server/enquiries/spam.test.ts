import { expect, it } from 'vitest';
import { spamSign } from './spam.ts';

const enquiry = {
  firstName: 'Ada',
  lastName: '',
  email: 'ada@shop.example',
  company: 'www.shop.example',
  message: 'Our shop is https://shop.example and our deck https://deck.example/1. Can you help?',
};
const person = { enquiry, trap: '', elapsed: 20_000 };

it('lets a person through who names a shop, a deck and a site', () => {
  expect(spamSign(person)).toBeNull();
  expect(spamSign({ ...person, elapsed: undefined })).toBeNull();
});

it.each([
  ['a trap', { trap: 'x' }, 'hidden field filled in'],
  ['haste', { elapsed: 999 }, 'sent within a second'],
  ['links', { enquiry: { ...enquiry, lastName: 'http://x.example' } }, '4 links'],
])('knows %s', (_, sign, reason) => {
  expect(spamSign({ ...person, ...sign })).toBe(reason);
});
