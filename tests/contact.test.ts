import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { wordsOf } from './support/content.ts';

const browser = browserForTests();
const { form } = wordsOf('contact');
const MESSAGE = 'Our checkout fails on launch days.\nWe want it to hold by <b>March</b> & beyond.';

describe('the fields', () => {
  it('say what they are to people, browsers and keyboards', async () => {
    const page = await browser.open(routes.contact);
    const email = page.getByLabel(form.fields.email, { exact: false });
    expect(await email.getAttribute('type')).toBe('email');
    expect(await email.getAttribute('inputmode')).toBe('email');
    expect(await email.getAttribute('autocomplete')).toBe('email');
    expect(await page.locator('#firstName').getAttribute('autocomplete')).toBe('given-name');
    expect(await page.locator('#lastName').getAttribute('autocomplete')).toBe('family-name');
    expect(await page.locator('#company').getAttribute('autocomplete')).toBe('organization');
    expect(await page.locator('#message').getAttribute('rows')).toBe('6');
    const { height } = (await page.locator('#message').boundingBox()) ?? { height: 0 };
    expect(height).toBeGreaterThan(6 * 20);
  });
});

describe('with a script', () => {
  it('loads it only when the visitor comes to the form', async () => {
    const page = await browser.newPage();
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.goto(routes.contact, { waitUntil: 'networkidle' });
    expect(scripts).toEqual([]);
    await page.locator('#firstName').focus();
    await expect.poll(() => scripts.length).toBeGreaterThan(0);
  });

  it('checks a field when it is left', async () => {
    const page = await ready();
    await page.locator('#email').fill('nobody');
    await page.locator('#email').blur();
    await page.getByText(form.errors.emailInvalid).waitFor();
    expect(await describedBy(page, 'email')).toContain(form.errors.emailInvalid);
    await page.locator('#email').fill('someone@shop.example');
    await page.locator('#email').blur();
    await page.getByText(form.errors.emailInvalid).waitFor({ state: 'detached' });
  });

  it('answers an empty form with a summary that takes the focus and leads to the fields', async () => {
    const page = await ready();
    await submit(page);
    await page.getByRole('alert').getByText(form.errors.heading).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
    expect(await summary(page)).toEqual([form.errors.emailMissing, form.errors.messageMissing]);
    expect(await page.locator('#email').getAttribute('aria-invalid')).toBe('true');
    expect(await describedBy(page, 'message')).toContain(form.errors.messageMissing);
    await page.getByRole('link', { name: form.errors.emailMissing }).press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('email');
  });

  it('prepares a mail that carries every word, and sends nothing', async () => {
    const page = await ready();
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await fill(page);
    await submit(page);
    await page.getByText(form.ready.heading).waitFor();
    await expectMail(page);
    expect(posts).toEqual([]);
  });

  it('keeps what was typed before it was ready, and the first press of the button', async () => {
    const page = await browser.newPage();
    await page.route('**/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await page.goto(routes.contact);
    await fill(page);
    await submit(page);
    await page.getByText(form.ready.heading).waitFor();
    expect(new URL(page.url()).pathname).toBe(routes.contact);
    await expectMail(page);
    expect(await page.locator('#message').inputValue()).toBe(MESSAGE);
  });

  it('posts the form by itself when the script cannot be had', async () => {
    const page = await browser.newPage();
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(routes.contact);
    await fill(page);
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await submit(page);
    expect((await answer).status()).toBe(200);
    await expectMail(page);
  });
});

describe('without a script', () => {
  const options = { javaScriptEnabled: false } as const;

  it('answers with everything that was typed, a summary and a sentence beside each field', async () => {
    const page = await browser.open(routes.contact, options);
    await page.locator('#company').fill('<script>alert(1)</script>');
    await page.locator('#email').fill('nobody');
    await submit(page);
    expect(await summary(page)).toEqual([form.errors.emailInvalid, form.errors.messageMissing]);
    expect(await page.locator('#company').inputValue()).toBe('<script>alert(1)</script>');
    expect(await page.locator('#email').inputValue()).toBe('nobody');
    expect(await describedBy(page, 'email')).toContain(form.errors.emailInvalid);
    expect(new URL(page.url()).pathname).toBe(routes.contact);
  });

  it('prepares the same mail', async () => {
    const page = await browser.open(routes.contact, options);
    await fill(page);
    await submit(page);
    await expectMail(page);
  });
});

describe('the address it posts to', () => {
  const post = (body: string, type = 'application/x-www-form-urlencoded') =>
    fetch(inject('url') + routes.contact, { method: 'POST', body, headers: { 'Content-Type': type } });

  it('refuses more than 64 kB', async () => {
    const response = await post(`message=${'x'.repeat(70_000)}`);
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('64 kB');
  });

  it('refuses what is not a form', async () => {
    expect((await post('{}', 'application/json')).status).toBe(415);
  });

  it('names what it allows', async () => {
    const response = await fetch(inject('url') + routes.contact, { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
  });
});

/** The contact page once React has taken the form over. */
async function ready(): Promise<Page> {
  const page = await browser.open(routes.contact);
  const taken = page.evaluate(
    () => new Promise<void>((resolve) => addEventListener('island-ready', () => resolve(), { once: true })),
  );
  await page.locator('#firstName').focus();
  await taken;
  return page;
}

async function fill(page: Page): Promise<void> {
  await page.locator('#firstName').fill('Zoë');
  await page.locator('#lastName').fill('भारत');
  await page.locator('#email').fill('zoe@shop.example');
  await page.locator('#company').fill('Shop & Sons');
  await page.locator('#message').fill(MESSAGE);
}

const submit = (page: Page) => page.getByRole('button', { name: form.submit }).click();

const summary = (page: Page) => page.getByRole('alert').getByRole('link').allTextContents();

function describedBy(page: Page, id: string): Promise<string> {
  return page.locator(`#${id}`).evaluate((field) => {
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids
      .map((each) => document.getElementById(each)?.textContent ?? `nothing called ${each}`)
      .join(' ');
  });
}

async function expectMail(page: Page): Promise<void> {
  const href = (await page.getByRole('link', { name: form.ready.action }).getAttribute('href')) ?? '';
  const mail = new URL(href);
  expect(mail.protocol + mail.pathname).toBe(`mailto:${site.contactEmail}`);
  expect(mail.searchParams.get('subject')).toContain('Shop & Sons');
  const body = mail.searchParams.get('body')?.replaceAll('\r\n', '\n') ?? '';
  for (const part of [MESSAGE, 'Zoë', 'भारत', 'zoe@shop.example', 'Shop & Sons'])
    expect(body).toContain(part);
}
