import { describe, expect, it } from 'vitest';
import { OTHERS } from '../db/visits.ts';
import { isOpened, isRobot, referrerOf } from './what-counts.ts';

const navigation = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };

describe('a page', () => {
  it.each([
    ['by a browser', navigation],
    ['by a browser that does not say what for', {}],
    ['with the signals that say nothing', { ...navigation, 'sec-gpc': '0', dnt: '0' }],
    ['with a purpose of another kind', { ...navigation, purpose: 'navigation' }],
  ])('is opened %s', (_, headers) => expect(isOpened(headers)).toBe(true));

  it.each([
    ['for who sends Global Privacy Control', { ...navigation, 'sec-gpc': '1' }],
    ['for who sends Do Not Track', { ...navigation, dnt: '1' }],
    ['where it is fetched ahead', { ...navigation, 'sec-purpose': 'prefetch' }],
    ['where it is prerendered', { ...navigation, 'sec-purpose': 'prefetch;prerender' }],
    ['where it is fetched ahead, as it was said before', { purpose: 'prefetch' }],
    ['as Safari said it', { 'x-purpose': 'preview' }],
    ['as Firefox said it', { 'x-moz': 'prefetch' }],
    ['by a script', { ...navigation, 'sec-fetch-dest': 'empty' }],
    ['in a frame', { ...navigation, 'sec-fetch-dest': 'iframe' }],
  ])('is not opened %s', (_, headers) => expect(isOpened(headers)).toBe(false));
});

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

it.each([
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`,
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  `Mozilla/5.0 (Linux; Android 10; CUBOT_X18_Plus) ${CHROME} Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; arm_64; Android 13; SM-A525F) ${CHROME} YaSearchBrowser/23.116 Mobile Safari/537.36`,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 300.0.0.0',
  'Lynx/2.9.2 libwww-FM/2.14 SSL-MM/1.4.1',
])('a person is %s', (userAgent) => expect(isRobot(userAgent)).toBe(false));

it.each([
  '',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'WhatsApp/2.23.20.0 A',
  'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
  `Mozilla/5.0 (Linux; Android 11; moto g power) ${CHROME} Mobile Safari/537.36 Chrome-Lighthouse`,
  ...['curl/8.14.1', 'Wget/1.25.0', 'python-requests/2.32.5', 'Go-http-client/2.0', 'okhttp/4.12.0'],
  ...['Apache-HttpClient/4.5.14 (Java/17)', 'node', 'undici', 'axios/1.7.9'],
])('a robot is %s', (userAgent) => expect(isRobot(userAgent)).toBe(true));

describe('the referring host', () => {
  const host = 'www.firm.test:8443';
  it.each([
    ['a search', 'https://www.Search.example/find?q=secret#here', 'www.search.example'],
    ['a site with a port', 'http://news.example:8080/item/1', 'news.example'],
    ['a site without a path', 'https://news.example', 'news.example'],
    ['a name beyond ASCII, as it travels', 'https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
    ['ourselves', 'https://WWW.firm.test:8443/about', ''],
    ['a neighbour of ours', 'https://shop.firm.test/', 'shop.firm.test'],
    ['who ends like us', 'https://evil-www.firm.test.example/', 'evil-www.firm.test.example'],
    ['an address of version 4', 'http://203.0.113.77/wiki', OTHERS],
    ['an address of version 6', 'http://[2001:db8::7]/wiki', OTHERS],
    ['somebody’s own network', 'http://intranet/links', OTHERS],
    ['an app', 'android-app://com.mail.example/', OTHERS],
    ['a name and a password', 'https://ada:secret@news.example/', OTHERS],
    ['a name alone', 'https://ada.lovelace@news.example/', OTHERS],
    ['a name and a number as its password', 'https://ada.lovelace:1234@news.example/', OTHERS],
    ['a name with an encoded sign', 'https://ada.lovelace%40home.example@news.example/', OTHERS],
    ['a name before a backslash', 'https://ada.lovelace\\@news.example/', OTHERS],
    ['a path with an @', 'https://news.example/@ada.lovelace', 'news.example'],
    ['a file', 'file:///home/ada/links.html', OTHERS],
    ['what steers a terminal', 'https://\u001b[2J.example/', OTHERS],
    ['letters that look alike', 'https://ехample.example/', OTHERS],
    ['a line break', 'https://a.example\n/', OTHERS],
    ['a very long name', `https://${'a.'.repeat(60)}example/`, OTHERS],
    ['nonsense', '://', OTHERS],
  ])('of %s', (_, referer, wanted) => {
    expect(referrerOf(referer, host)).toBe(wanted);
  });

  // Work that grows faster than the text would not end before the test does.
  it.each(['a.', 'a-', '.', 'a', '/', '@', ':'])('of a million times %j is found at once', (part) => {
    expect(referrerOf(`https://${part.repeat(1_000_000)}!`, host)).toBe(OTHERS);
  });
});
