import { describe, expect, it } from 'vitest';
import { OTHERS } from '../db/visits.ts';
import { isOpened, referrerOf } from './what-counts.ts';

const navigation = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };

it.each([
  [true, 'by a browser', navigation],
  [true, 'by a browser that does not say what for', {}],
  [false, 'with Global Privacy Control', { ...navigation, 'sec-gpc': '1' }],
  [false, 'with Do Not Track', { ...navigation, dnt: '1' }],
  [false, 'where it is prerendered', { ...navigation, 'sec-purpose': 'prefetch;prerender' }],
  [false, 'where it is fetched ahead, as Safari said it', { 'x-purpose': 'preview' }],
  [false, 'where it is fetched ahead, as Firefox said it', { 'x-moz': 'prefetch' }],
  [false, 'in a frame', { ...navigation, 'sec-fetch-dest': 'iframe' }],
])('%s: a page is opened %s', (isIt, _, headers) => expect(isOpened(headers)).toBe(isIt));

describe('the referring host', () => {
  const host = 'www.firm.test:8443';
  it.each([
    ['a search', 'https://www.Search.example/find?q=secret#here', 'www.search.example'],
    ['a site with a port', 'http://news.example:8080/item/1', 'news.example'],
    ['a name beyond ASCII, as it travels', 'https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
    ['ourselves', 'https://WWW.firm.test:8443/about', ''],
    ['a host that ends like ours', 'https://evil-www.firm.test.example/', 'evil-www.firm.test.example'],
    ['an address of version 4', 'http://203.0.113.77/wiki', OTHERS],
    ['an address of version 6', 'http://[2001:db8::7]/wiki', OTHERS],
    ['a private network', 'http://intranet/links', OTHERS],
    ['an app', 'android-app://com.mail.example/', OTHERS],
    ['a name and a password', 'https://ada:secret@news.example/', OTHERS],
    ['a name before a backslash', 'https://ada.lovelace\\@news.example/', OTHERS],
    ['a path with an @', 'https://news.example/@ada.lovelace', 'news.example'],
    ['what steers a terminal', 'https://\u001b[2J.example/', OTHERS],
    ['a very long name', `https://${'a.'.repeat(60)}example/`, OTHERS],
    ['nonsense', '://', OTHERS],
  ])('of %s', (_, referer, wanted) => expect(referrerOf({ referer, host })).toBe(wanted));

  it('is ours where the browser says so, whatever the host', () => {
    const headers = { referer: 'https://www.firm.test/', host: '127.0.0.1' };
    expect(referrerOf({ ...headers, 'sec-fetch-site': 'same-origin' })).toBe('');
  });

  // Work that grows faster than the text would not end before the test does.
  it.each(['a.', 'a-', '/', '@', ':'])('of a million times %j is found at once', (part) => {
    expect(referrerOf({ referer: `https://${part.repeat(1_000_000)}!`, host })).toBe(OTHERS);
  });
});
