import { request } from 'node:http';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { limits } from '../src/lib/enquiry.ts';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { wordsOf } from './support/content.ts';
import { destination } from './support/link.ts';
import { holdScripts, watchScripts } from './support/scripts.ts';

const browser = browserForTests();
const { channels, form, why, call } = wordsOf('contact');
const typed = {
  firstName: 'Ünal & Söhne',
  lastName: 'O’Brien <b>bold</b>',
  email: 'ada@example.com',
  company: 'Räder + Co, 100% "cotton"',
  message: 'First line & <script>alert(1)</script>\nSecond line: 100% + more?\n\nThird line.',
};
type Typed = typeof typed;
const { host } = new URL(site.url);

describe('the page', () => {
  it('shows four ways to reach the firm', async () => {
    const page = await browser.open(routes.contact);
    const cards = page.getByRole('region', { name: channels.heading }).getByRole('listitem');
    expect(await cards.count()).toBe(4);
    const links = await cards
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.replace(/\?.*/, '')));
    expect(links).toEqual([
      `mailto:${site.partnershipsEmail}`,
      site.bookingUrl,
      site.companyUrl,
      site.linkedInUrl,
    ]);
  });

  it('gives reasons and offers a call', async () => {
    const page = await browser.open(routes.contact);
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      channels.heading,
      'Share Your Idea',
      'Why Partner',
      'Schedule Partnership Call',
    ]);
    for (const point of why.points) expect(await page.getByText(point).isVisible()).toBe(true);
    expect(await destination(page.getByRole('main'), call.action)).toBe(site.bookingUrl);
  });

  it('asks for five things, in fields that browsers and phones know', async () => {
    const page = await browser.open(routes.contact);
    const fields = await page.locator('form').evaluate((element) =>
      [...(element as HTMLFormElement).elements]
        .filter((field) => field.localName !== 'button')
        .map((field) => {
          const of = (name: string) => field.getAttribute(name);
          return [of('name'), of('type'), of('inputmode'), of('autocomplete'), of('required'), of('rows')];
        }),
    );
    expect(fields).toEqual([
      ['firstName', null, null, 'given-name', null, null],
      ['lastName', null, null, 'family-name', null, null],
      ['email', 'email', 'email', 'email', '', null],
      ['company', null, null, 'organization', null, null],
      ['message', null, null, null, '', '6'],
    ]);
    for (const field of ['firstName', 'lastName', 'email', 'company', 'message'] as const)
      expect(await control(page, field).getAttribute('id')).toBe(field);
  });
});

describe('with JavaScript', () => {
  it('loads its script only when a visitor turns to the form', async () => {
    const page = await browser.newPage();
    const scripts = watchScripts(page);
    await page.goto(routes.contact, { waitUntil: 'networkidle' });
    expect(scripts).toEqual([]);
    await control(page, 'email').focus();
    await expect.poll(() => scripts.length).toBeGreaterThan(0);
  });

  it('tells of a wrong address when the field is left, and is content when it is mended', async () => {
    const page = await openReady();
    const email = control(page, 'email');
    await email.fill('ada@example');
    await email.blur();
    await page.getByText(form.errors.emailInvalid, { exact: true }).waitFor();
    expect(await describedBy(page, 'email')).toEqual([form.fields.emailHint, form.errors.emailInvalid]);
    expect(await page.locator('#email').getAttribute('aria-invalid')).toBe('true');
    await email.fill('ada@example.com');
    await email.blur();
    await page.getByText(form.errors.emailInvalid).waitFor({ state: 'detached' });
    expect(await page.locator('#email').getAttribute('aria-invalid')).toBeNull();
  });

  it('does not scold a visitor who only passes through the fields', async () => {
    const page = await openReady();
    for (const field of ['firstName', 'lastName', 'email', 'company', 'message'] as const)
      await control(page, field).focus();
    await page.getByRole('button', { name: form.submit }).focus();
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
  });

  it('answers an empty form with a summary that has the focus and leads to the fields', async () => {
    const page = await openReady();
    await page.getByRole('button', { name: form.submit }).click();
    const summary = page.getByRole('alert');
    await summary.getByRole('heading', { name: form.errors.heading }).waitFor();
    await expect
      .poll(() => summary.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
    expect(await links(page)).toEqual([
      ['#email', form.errors.emailMissing],
      ['#message', form.errors.messageMissing],
    ]);
    expect(await describedBy(page, 'email')).toEqual([form.fields.emailHint, form.errors.emailMissing]);
    expect(await describedBy(page, 'message')).toEqual([form.fields.messageHint, form.errors.messageMissing]);
    expect(await page.locator('[aria-invalid=true]').count()).toBe(2);
    await summary.getByRole('link', { name: form.errors.messageMissing }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('message');
  });

  it('makes a mail link that carries the whole message, and says that nothing was sent', async () => {
    const page = await openReady();
    const posts: string[] = [];
    page.on('request', (sent) => {
      if (sent.method() !== 'GET') posts.push(sent.url());
    });
    await fill(page, typed);
    await page.getByRole('button', { name: form.submit }).click();
    await page.getByRole('heading', { name: form.ready.heading }).waitFor();
    await expectMail(page, typed);
    expect(await values(page)).toEqual(typed);
    expect(posts).toEqual([]);
  });

  it('keeps what was typed before the script arrived', async () => {
    const { page, release } = await openSlowly();
    await fill(page, typed);
    expect(await isReady(page)).toBe(false);
    release();
    await waitUntilReady(page);
    expect(await values(page)).toEqual(typed);
    await page.getByRole('button', { name: form.submit }).click();
    await expectMail(page, typed);
  });

  it('answers a form that was sent before the script arrived', async () => {
    const { page, release } = await openSlowly();
    await fill(page, { ...typed, email: 'ada' });
    await control(page, 'email').press('Enter');
    expect(await isReady(page)).toBe(false);
    release();
    await page.getByRole('heading', { name: form.errors.heading }).waitFor();
    expect(await links(page)).toEqual([['#email', form.errors.emailInvalid]]);
    expect(await values(page)).toEqual({ ...typed, email: 'ada' });
  });

  it('gives a label’s click to its field while the script is on its way', async () => {
    const { page, release } = await openSlowly();
    await page.getByText(form.fields.message, { exact: true }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('message');
    expect(await isReady(page)).toBe(false);
    release();
    await waitUntilReady(page);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('message');
  });

  it('posts the form by itself when its script cannot be loaded', async () => {
    const page = await browser.newPage();
    await page.route('**/_astro/*.js*', (route) => route.abort());
    await page.goto(routes.contact);
    await fill(page, typed);
    const posted = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: form.submit }).click();
    expect((await posted).status()).toBe(200);
    await expectMail(page, typed);
  });
});

describe('without JavaScript', () => {
  const open = () => browser.open(routes.contact, { javaScriptEnabled: false });

  it('keeps everything that was typed and shows HTML as text', async () => {
    const page = await open();
    const wrong = { ...typed, email: 'ada@' };
    await fill(page, wrong);
    await page.getByRole('button', { name: form.submit }).click();
    await page.getByRole('heading', { name: form.errors.heading }).waitFor();
    expect(new URL(page.url()).pathname).toBe(routes.contact);
    expect(await values(page)).toEqual(wrong);
    expect(await page.locator('form b, form script').count()).toBe(0);
    expect(await links(page)).toEqual([['#email', form.errors.emailInvalid]]);
    expect(await describedBy(page, 'email')).toEqual([form.fields.emailHint, form.errors.emailInvalid]);
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
  });

  it('answers an empty form with the summary, in view and with the focus', async () => {
    const page = await open();
    await page.getByRole('button', { name: form.submit }).click();
    const summary = page.getByRole('alert');
    await summary.getByRole('heading', { name: form.errors.heading }).waitFor();
    expect(await links(page)).toEqual([
      ['#email', form.errors.emailMissing],
      ['#message', form.errors.messageMissing],
    ]);
    await expect
      .poll(() => summary.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
    const { top, bottom } = await summary.evaluate((element) => element.getBoundingClientRect());
    const height = page.viewportSize()?.height ?? 0;
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(height);
  });

  it('makes the same mail link', async () => {
    const page = await open();
    await fill(page, typed);
    await page.getByRole('button', { name: form.submit }).click();
    await page.getByRole('heading', { name: form.ready.heading }).waitFor();
    await expectMail(page, typed);
  });
});

describe('the answer to a posted form', () => {
  it('is a page like the others, quiet and under the same policy', async () => {
    const page = await browser.newPage();
    const told: string[] = [];
    page.on('console', (message) => told.push(message.text()));
    page.on('pageerror', (error) => told.push(String(error)));
    await page.goto(routes.contact);
    await page.evaluate(() => document.forms[0]?.submit());
    await page.getByRole('heading', { name: form.errors.heading }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(told).toEqual([]);
    const font = () => page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily);
    const styled = await font();
    await page.goto(routes.contact);
    expect(styled).toBe(await font());
  });

  it.each([
    ['a short message', 'message', 'a'.repeat(limits.messageLeast - 1), form.errors.messageShort],
    ['a long message', 'message', 'a'.repeat(limits.messageMost + 1), form.errors.messageLong],
    ['a blank message', 'message', ' \n ', form.errors.messageMissing],
    ['a long name', 'firstName', 'a'.repeat(limits.name + 1), form.errors.tooLong],
    ['two addresses', 'email', 'ada@example.com, eve@example.com', form.errors.emailInvalid],
  ])('says what is wrong with %s', async (_, field, value, sentence) => {
    const response = await post(new URLSearchParams({ ...typed, [field]: value }));
    expect(response.status).toBe(200);
    const errors = (await response.text()).matchAll(/<p id="(\w+)-error"[^>]*>([^<]*)</g);
    expect([...errors].map(([, name, text]) => [name, text])).toEqual([[field, sentence]]);
  });

  it('never lets what was typed become markup', async () => {
    const response = await post(new URLSearchParams({ ...typed, email: '"><img src=x onerror=alert(1)>' }));
    const text = await response.text();
    expect(text).not.toContain('<img');
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<b>bold');
  });

  it('sets no cookie and is not kept by a cache', async () => {
    const response = await post(new URLSearchParams(typed));
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('cache-control') ?? '').not.toContain('max-age');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each([
    ['its own page behind a proxy', 200, { Origin: `https://${host}` }],
    ['its own page, as the browser says', 200, { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
    ['a program without an origin', 200, {}],
    ['another site', 403, { Origin: 'https://elsewhere.example' }],
    ['another site, as the browser says', 403, { Origin: `https://${host}`, 'Sec-Fetch-Site': 'cross-site' }],
    ['a page without an origin', 403, { Origin: 'null' }],
  ])('to %s is %i', async (_, status, headers) => {
    expect(await postThroughProxy({ Host: host, ...headers })).toBe(status);
  });

  it('is refused over 64 kB', async () => {
    const response = await post(new URLSearchParams({ ...typed, message: 'a'.repeat(64 * 1024) }));
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('64 kB');
  });

  it.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain'])(
    'is refused for %s',
    async (type) => {
      const response = await post('{}', { 'Content-Type': type });
      expect(response.status).toBe(415);
    },
  );
});

/** A request as a proxy passes it on: the visitor's host, but plain HTTP. fetch would not let us name the host. */
function postThroughProxy(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const body = new URLSearchParams(typed).toString();
    const sent = request(inject('url') + routes.contact, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    });
    sent.once('error', reject);
    sent.once('response', (response) => resolve(response.resume().statusCode));
    sent.end(body);
  });
}

const post = (body: URLSearchParams | string, headers: Record<string, string> = {}) =>
  fetch(inject('url') + routes.contact, {
    method: 'POST',
    body,
    headers: { Origin: inject('url'), ...headers },
  });

async function openReady(): Promise<Page> {
  const page = await browser.open(routes.contact);
  await page.locator('form').hover();
  await waitUntilReady(page);
  return page;
}

async function openSlowly() {
  const page = await browser.newPage();
  const release = await holdScripts(page);
  await page.goto(routes.contact);
  return { page, release };
}

/** Astro marks an island that React has not yet taken over. */
const isReady = async (page: Page) => (await page.locator('astro-island[ssr]').count()) === 0;
const waitUntilReady = (page: Page) => expect.poll(() => isReady(page)).toBe(true);

const control = (page: Page, field: keyof Typed) => page.getByRole('textbox', { name: form.fields[field] });

async function fill(page: Page, enquiry: Typed) {
  for (const field of Object.keys(enquiry) as (keyof Typed)[])
    await control(page, field).fill(enquiry[field]);
}

const values = (page: Page) =>
  page
    .locator('form')
    .evaluate((element) =>
      Object.fromEntries(
        [...new FormData(element as HTMLFormElement)].map(([name, value]) => [
          name,
          String(value).replaceAll('\r\n', '\n'),
        ]),
      ),
    );

const links = (page: Page) =>
  page
    .getByRole('alert')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.textContent]));

const describedBy = (page: Page, field: string) =>
  page
    .locator(`#${field}`)
    .evaluate((control) =>
      (control.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent),
    );

async function expectMail(page: Page, { firstName, lastName, email, company, message }: Typed) {
  const link = page.getByRole('alert').getByRole('link', { name: form.ready.action });
  const mail = new URL((await link.getAttribute('href')) ?? '');
  expect(mail.protocol + mail.pathname).toBe(`mailto:${site.contactEmail}`);
  // A mail program reads a plus sign as it stands.
  expect(mail.search).not.toContain('+');
  const body = mail.searchParams.get('body')?.replaceAll('\r\n', '\n') ?? '';
  expect(body.startsWith(message)).toBe(true);
  for (const part of [firstName, lastName, email, company]) expect(body).toContain(part);
  expect(mail.searchParams.get('subject')).toContain(company);
  expect(await page.getByRole('alert').textContent()).toContain(site.contactEmail);
}
