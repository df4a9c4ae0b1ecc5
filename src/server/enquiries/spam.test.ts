import { expect, it } from 'vitest';
import { emptyEnquiry } from '../../lib/enquiry.ts';
import { judge } from './spam.ts';

const enquiry = {
  ...emptyEnquiry,
  firstName: 'Ada',
  lastName: '',
  email: 'ada@shop.example',
  company: 'www.shop.example',
  message: 'Our shop is https://www.shop.example and our deck https://deck.example/1. Can you help?',
};
const person = { enquiry, trap: '', elapsed: 20_000 };
const none = { spam: null, doubt: null };

it('lets a person through who names a shop, a deck and a site', () => {
  expect(judge(person)).toEqual(none);
  expect(judge({ ...person, elapsed: undefined })).toEqual(none);
  expect(judge({ ...person, elapsed: Number.NaN })).toEqual(none);
});

it.each([
  ['a trap', { trap: 'x' }, 'hidden field filled in'],
  ['haste', { elapsed: 999 }, 'sent within a second'],
])('sets aside what is certainly a program: %s', (_, sign, spam) => {
  expect(judge({ ...person, ...sign })).toEqual({ spam, doubt: null });
});

it.each([
  ['four links', 'http://a.example https://www.b.example www.c.example <a href="https://d.example">d</a>', 4],
  ['five', '[url=https://a.example]a[/url] www.b.example, www.c.example; www.d.example www.e.example', 5],
])('only marks what is doubtful: %s', (_, message, links) => {
  const doubtful = { ...person, enquiry: { ...enquiry, company: '', message } };
  expect(judge(doubtful)).toEqual({ spam: null, doubt: `${links} links` });
});

// Looking for an end in all of what follows, again and again, would not end before the test does.
it.each(['<a ', '[url', '<a https://', '[url www.'])('ends for %j that is never closed', (opening) => {
  const message = opening.repeat(500_000);
  expect(judge({ ...person, enquiry: { ...enquiry, message } }).spam).toBeNull();
});
