import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isUnknown } from '../src/lib/contact-answer.ts';
import { TRAP_FIELD } from '../src/lib/enquiry.ts';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { storedIn } from './support/enquiries.ts';
import { database, site, wordsOf } from './support/other-firm.ts';

const browser = browserForTests();
const words = wordsOf('contact');
/** With the field that this firm alone has. */
const form = { ...words.form, fields: words.form.fields as Record<string, string> };
const typed = {
  firstName: 'Ünal & Söhne',
  lastName: 'O’Brien <b>bold</b>',
  email: 'ada@example.com',
  company: 'Räder + Co, 100% "cotton"',
  phoneNumber: '+1 902 555 01 00',
  message: 'First line & <script>alert(1)</script>\nSecond line: 100% + more?\n\nThird line.',
};
type Typed = typeof typed;
/** A message of its own for each test, so that none is taken for a repetition. */
let count = 0;
const another = (): Typed => ({ ...typed, message: `${typed.message} (${++count} of ${Date.now()})` });

it('has fields that browsers and phones know', async () => {
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
    ['firstName', 'text', null, 'given-name', null, null],
    ['lastName', 'text', null, 'family-name', null, null],
    ['email', 'email', 'email', 'email', '', null],
    ['company', 'text', null, 'organization', null, null],
    ['phoneNumber', 'text', null, 'tel', null, null],
    ['message', null, null, null, '', '6'],
    [TRAP_FIELD, 'text', null, 'off', null, null],
  ]);
});

describe('with JavaScript', () => {
  it('reports a wrong address when the field is left, accepts it once corrected, and leaves empty fields that are passed alone', async () => {
    const page = await browser.open(routes.contact);
    const email = control(page, 'email');
    // The script comes when a visitor turns to the form.
    await email.focus();
    await waitUntilReady(page);
    for (const field of ['firstName', 'lastName', 'email', 'company', 'message'] as const)
      await control(page, field).focus();
    await page.getByRole('button', { name: form.submit }).focus();
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
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

  it.each([390, 1440])(
    'answers an empty form with a summary below its heading that has the focus and leads to the fields, at %i px',
    async (width) => {
      const page = await openReady();
      await page.setViewportSize({ width, height: 844 });
      const title = await page.title();
      await page.getByRole('button', { name: form.submit }).click();
      const summary = page.getByRole('alert');
      await summary.getByRole('heading', { name: form.errors.heading }).waitFor();
      const heading = page.getByRole('heading', { name: form.heading });
      await expect.poll(async () => (await heading.boundingBox())?.y).toBeGreaterThanOrEqual(0);
      expect(await bottomOf(heading)).toBeLessThan(await bottomOf(summary));
      expect(await bottomOf(summary)).toBeLessThan(844);
      await expect
        .poll(() => summary.evaluate((element) => element.contains(document.activeElement)))
        .toBe(true);
      expect(await page.title()).toBe(`${form.errors.title}: ${title}`);
      expect(await links(page)).toEqual([
        ['#email', named('email', form.errors.emailMissing)],
        ['#message', named('message', form.errors.messageMissing)],
      ]);
      expect(await describedBy(page, 'email')).toEqual([form.fields.emailHint, form.errors.emailMissing]);
      expect(await describedBy(page, 'message')).toEqual([
        form.fields.messageHint,
        form.errors.messageMissing,
      ]);
      expect(await page.locator('[aria-invalid=true]').count()).toBe(2);
      // WebKit gives the target of a link no caret: the form itself gives it.
      await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
      await linkTo(page, 'message').click();
      expect(await focused(page)).toBe('message');
      // The title says so for as long as it is shown.
      await fill(page, another());
      await control(page, 'company').focus();
      await expect.poll(() => page.title()).toBe(title);
    },
  );

  it('moves nothing away from under a finger when a mistake appears or is corrected', async () => {
    const page = await openReady();
    const submit = page.getByRole('button', { name: form.submit });
    await submit.click();
    await page.getByRole('heading', { name: form.errors.heading }).waitFor();
    await showAll(page);
    await control(page, 'email').fill(typed.email);
    await press(page, linkTo(page, 'message'));
    await expect.poll(() => focused(page)).toBe('message');
    // What waited for the press to end is done then.
    await expect.poll(() => page.locator('#email[aria-invalid]').count()).toBe(0);
    await control(page, 'message').fill(another().message);
    await press(page, submit);
    await page.getByRole('heading', { name: form.sent.heading }).waitFor();

    await page.getByRole('link', { name: form.sent.another }).click();
    await control(page, 'email').fill('ada@example');
    const link = page.getByRole('link', { name: form.privacyLink });
    const path = (await link.getAttribute('href')) ?? '';
    await press(page, link);
    await page.waitForURL(`**${path}`);
  });

  it('keeps still under a finger that comes down again before the press before is over', async () => {
    const page = await openReady();
    await page.clock.install();
    await page.getByRole('button', { name: form.submit }).click();
    const heading = page.getByRole('heading', { name: form.errors.heading });
    await heading.waitFor();
    await showAll(page);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await press(page, heading);
    await control(page, 'email').fill(typed.email);
    await press(page, linkTo(page, 'message'), () => page.clock.runFor(1000));
    expect(await focused(page)).toBe('message');
    expect(await page.locator('#email[aria-invalid]').count()).toBe(1);
    await page.clock.runFor(1000);
    expect(await page.locator('#email[aria-invalid]').count()).toBe(0);
  });

  it('sends the message without leaving the page, and confirms it with a reference', async () => {
    const page = await openReady();
    const title = await page.title();
    const message = another();
    await fill(page, message);
    // Longer than the least time a person needs.
    await page.waitForFunction(() => performance.now() > 1100);
    await page.getByRole('button', { name: form.submit }).click();
    await page.getByRole('alert').getByRole('heading', { name: form.sent.heading }).waitFor();
    const reference = await referenceOn(page);
    expect(await page.title()).toBe(`${form.sent.heading}: ${title}`);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(reference);
    expect(await page.locator('form textarea').count()).toBe(0);
    expect(storedIn(database, reference)).toMatchObject({ ...message, spam: null });

    await page.reload();
    await page.getByRole('heading', { name: form.sent.heading }).waitFor();
    expect(await referenceOn(page)).toBe(reference);
    await page.getByRole('link', { name: form.sent.another }).click();
    await control(page, 'message').waitFor();
    expect(await control(page, 'message').inputValue()).toBe('');
  });

  it('says that it is sending on the button alone, which keeps its width, and takes back what it said before', async () => {
    const page = await openReady();
    await stopClock(page);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**${routes.contact}`, async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await page.getByRole('button', { name: form.submit }).click();
    await page.getByRole('heading', { name: form.errors.heading }).waitFor();
    await fill(page, another());
    // On a phone it is as wide as the form, whatever it says.
    await page.setViewportSize({ width: 1280, height: 900 });
    const submit = page.getByRole('button', { name: form.submit });
    const { width } = (await submit.boundingBox()) ?? expect.fail('There is no button.');
    await submit.click();
    const sending = page.getByRole('button', { name: form.sending.button });
    await sending.waitFor();
    expect((await sending.boundingBox())?.width).toBeCloseTo(width, 0);
    expect(await page.getByRole('status').textContent()).toBe('');
    expect(await page.getByRole('heading', { name: form.errors.heading }).count()).toBe(0);
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
    // Text that is added now would be lost; and a visitor who leaves is asked.
    expect(await page.locator('.control:not([readonly])').count()).toBe(0);
    expect(await asksBeforeLeaving(page)).toBe(true);
    release();
    await page.getByRole('alert').getByRole('heading', { name: form.sent.heading }).waitFor();
    expect(await asksBeforeLeaving(page)).toBe(false);
    expect(await page.getByText(form.sent.heading).count()).toBe(1);
  });

  it('tries a message four times under one key, then keeps the text and offers a mail, and all tries are one enquiry', async () => {
    const page = await openReady();
    await stopClock(page);
    const keys: (string | undefined)[] = [];
    let failed = 0;
    page.on('requestfailed', () => {
      failed += 1;
    });
    await page.route(`**${routes.contact}`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      // The first one arrives, and its answer is lost on the way.
      if (keys.push(route.request().headers()['idempotency-key']) === 1) await route.fetch();
      await route.abort();
    });
    const message = another();
    await fill(page, message);
    await page.getByRole('button', { name: form.submit }).click();
    const toast = page.getByRole('status');
    for (const tries of [1, 2, 3]) {
      await expect.poll(() => failed).toBe(tries);
      await toast.getByText(form.sending.again).waitFor();
      const button = page.getByRole('button', { name: form.sending.button });
      expect((await toast.boundingBox())?.y, 'the toast covers nothing').toBeGreaterThanOrEqual(
        await bottomOf(button),
      );
      await page.clock.runFor(500);
      expect(keys, 'it waits before the next').toHaveLength(tries);
      // In small steps: a try arrives here later than it leaves the page, and the next must not follow meanwhile.
      await expect.poll(() => page.clock.runFor(100).then(() => keys.length)).toBe(tries + 1);
    }
    await page.getByRole('alert').getByRole('heading', { name: form.failed.unknown }).waitFor();
    expect(new Set(keys).size).toBe(1);
    expect(await values(page)).toEqual(message);
    await expectMail(page, message, form.failed.offline);
    await expect.poll(() => later(page, toast)).toBe('');
    expect(await page.getByText(form.failed.unknown).count()).toBe(1);

    await page.getByRole('alert').getByRole('button', { name: form.failed.again }).click();
    await toast.getByRole('button', { name: form.dismiss }).click();
    await expect.poll(() => later(page, toast)).toBe('');
    await page.unroute(`**${routes.contact}`);
    await page.clock.runFor(1000);
    await page.getByRole('heading', { name: form.sent.heading }).waitFor();
    expect(storedIn(database, message.message)).toMatchObject({ reference: await referenceOn(page) });
  });

  it.each([
    ['busy', 429, '{"error":"x"}'],
    ['full', 503, '{"error":"x","failure":"full"}'],
    ['closed', 405, 'Method not allowed'],
    ['closed', 404, '<!doctype html><title>No such page</title>'],
    ['unavailable', 200, '<!doctype html><title>A host of files</title>'],
  ] as const)(
    'says that it is %s after a %i, at once and from its beginning',
    async (failure, status, body) => {
      const page = await openReady();
      const title = await page.title();
      let posts = 0;
      await page.route(`**${routes.contact}`, (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        posts += 1;
        return route.fulfill({ status, body });
      });
      const message = another();
      await fill(page, message);
      // The answer is higher than this screen.
      await page.setViewportSize({ width: 320, height: 256 });
      await page.getByRole('button', { name: form.submit }).click();
      const name = isUnknown(failure) ? form.failed.unknown : form.failed.heading;
      const heading = page.getByRole('alert').getByRole('heading', { name });
      await expect.poll(async () => (await heading.boundingBox())?.y).toBeGreaterThanOrEqual(0);
      expect((await heading.boundingBox())?.y).toBeLessThan(256);
      expect(await page.title()).toBe(`${form.errors.title}: ${title}`);
      await expectMail(page, message, form.failed[failure]);
      expect(await values(page)).toEqual(message);
      expect(posts).toBe(1);
      // What is filled is what may help: not another try, where that would fail as well.
      const filled = failure === 'unavailable' ? form.failed.again : form.failed.action;
      expect(await page.getByRole('alert').locator('.btn-primary').allTextContents()).toEqual([filled]);
    },
  );

  it('shows what the server finds wrong, should it know better', async () => {
    const page = await openReady();
    await page.route(`**${routes.contact}`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { error: 'x', fields: { company: 'Not this one.' } } })
        : route.continue(),
    );
    await fill(page, another());
    await page.getByRole('button', { name: form.submit }).click();
    await page.getByRole('alert').getByRole('heading', { name: form.errors.heading }).waitFor();
    expect(await links(page)).toEqual([['#company', named('company', 'Not this one.')]]);
    expect((await describedBy(page, 'company')).at(-1)).toBe('Not this one.');
  });

  it('sets aside what is sent faster than anybody writes', async () => {
    const page = await browser.newPage();
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(500);
    await page.goto(routes.contact);
    await page.locator('form').hover();
    await waitUntilReady(page);
    const message = another();
    await fill(page, message);
    await page.getByRole('button', { name: form.submit }).click();
    await page.getByRole('heading', { name: form.sent.heading }).waitFor();
    expect(storedIn(database, message.message)).toMatchObject({
      spam: expect.stringContaining('second'),
    });
  });

  it('keeps what was typed before the script arrived, and answers what was sent before', async () => {
    const page = await browser.newPage();
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/_astro/*.js', async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto(routes.contact);
    await fill(page, { ...typed, email: 'ada' });
    await page.getByText(form.fields.message ?? '', { exact: true }).click();
    expect(await focused(page), 'the click of a label goes to its field').toBe('message');
    await control(page, 'email').press('Enter');
    expect(await isReady(page)).toBe(false);
    resolve();
    await page.getByRole('heading', { name: form.errors.heading }).waitFor();
    expect(await links(page)).toEqual([['#email', named('email', form.errors.emailInvalid)]]);
    expect(await values(page)).toEqual({ ...typed, email: 'ada' });
  });
});

describe('without JavaScript', () => {
  it('keeps everything that was typed, shows HTML as text, and says first what is wrong', async () => {
    const page = await browser.open(routes.contact, { javaScriptEnabled: false });
    const messages: string[] = [];
    // A browser reports every answer of 400 and above by itself.
    page.on('console', (message) => message.text().includes('422') || messages.push(message.text()));
    const font = () => page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily);
    const [title, styled] = [await page.title(), await font()];
    const wrong = { ...typed, email: 'ada@' };
    await fill(page, wrong);
    await page.getByRole('button', { name: form.submit }).click();
    await page.getByRole('heading', { name: form.errors.heading }).waitFor();
    expect(new URL(page.url()).pathname).toBe(routes.contact);
    expect(await page.title()).toBe(`${form.errors.title}: ${title}`);
    expect(await values(page)).toEqual(wrong);
    expect(await page.locator('form b, form script').count()).toBe(0);
    expect(await links(page)).toEqual([['#email', named('email', form.errors.emailInvalid)]]);
    expect(await describedBy(page, 'email')).toEqual([form.fields.emailHint, form.errors.emailInvalid]);
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
    await expectInViewWithFocus(page);
    // One frame has the focus, and it is that of the summary.
    const rings = await page
      .locator('form *')
      .evaluateAll((all) =>
        all.flatMap((one) => (getComputedStyle(one).outlineStyle === 'solid' ? [one.className] : [])),
      );
    expect(rings).toEqual([expect.stringContaining('notice')]);
    // The answer is a page like the others, under the same policy.
    expect([await font(), messages]).toEqual([styled, []]);
  });

  it.each([
    ['is switched off', undefined],
    ['cannot be loaded', (route: Route) => route.abort()],
    ['never comes', () => {}],
  ])(
    'that %s, confirms what was stored; loading it again or going back sends nothing twice',
    async (_, answer) => {
      const page = await browser.newPage({ javaScriptEnabled: answer !== undefined });
      if (answer) await page.route('**/_astro/*.js*', answer);
      await page.goto(routes.contact);
      const title = await page.title();
      const posts: string[] = [];
      page.on('request', (sent) => {
        if (sent.method() === 'POST') posts.push(sent.url());
      });
      const message = another();
      await fill(page, message);
      await page.getByRole('button', { name: form.submit }).click();
      await page.getByRole('heading', { name: form.sent.heading }).waitFor();
      expect(await page.title()).toBe(`${form.sent.heading}: ${title}`);
      const reference = await referenceOn(page);
      expect(storedIn(database, reference)).toMatchObject({ ...message, spam: null });
      await expectInViewWithFocus(page);
      await page.reload();
      expect(await referenceOn(page)).toBe(reference);
      await page.goBack();
      await page.goForward();
      expect(await referenceOn(page)).toBe(reference);
      expect(posts).toHaveLength(1);

      await page.goBack();
      await fill(page, message);
      await page.getByRole('button', { name: form.submit }).click();
      expect(await referenceOn(page)).toBe(reference);
      expect(posts).toHaveLength(2);
    },
  );

  it('says nothing of a message that was not stored', async () => {
    const page = await browser.open(`${routes.contact}?reference=BBBB-BBBB`, { javaScriptEnabled: false });
    expect(await page.getByRole('heading', { name: form.sent.heading }).count()).toBe(0);
    expect(await control(page, 'message').isVisible()).toBe(true);
  });
});

it.each([true, false])(
  'on a very small screen the summary leads to fields whose label and mistake are in view (script: %s)',
  async (javaScriptEnabled) => {
    const [width, height] = [320, 256];
    const page = await browser.open(routes.contact, { javaScriptEnabled, viewport: { width, height } });
    await page.getByRole('button', { name: form.submit }).click();
    await page.getByRole('heading', { name: form.errors.heading }).waitFor();
    for (const field of ['email', 'message'] as const) {
      await linkTo(page, field).click();
      await expect.poll(() => focused(page)).toBe(field);
      // From the top of the label to the first line of the control.
      const label = await page.locator(`label[for=${field}]`).boundingBox();
      const first = await page.locator(`#${field}`).boundingBox();
      expect(label?.y).toBeGreaterThanOrEqual(0);
      expect(first?.y).toBeLessThan(height - 48);
    }
  },
);

/** From now on, time passes only when the test advances it. */
async function stopClock(page: Page) {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** What is read after a moment more. */
const asksBeforeLeaving = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

async function later(page: Page, place: Locator) {
  await page.clock.runFor(250);
  return place.textContent();
}

const referenceOn = async (page: Page) => (await page.locator('.reference').textContent()) ?? '';

async function openReady(): Promise<Page> {
  const page = await browser.open(routes.contact);
  await page.locator('form').hover();
  await waitUntilReady(page);
  return page;
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
        [...new FormData(element as HTMLFormElement)]
          .filter(([name]) => name !== 'website')
          .map(([name, value]) => [name, String(value).replaceAll('\r\n', '\n')]),
      ),
    );

const links = (page: Page) =>
  page
    .getByRole('alert')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.textContent]));

/** A sentence as the summary has it, away from its field. */
const named = (field: keyof Typed, sentence: string) =>
  `${form.fields[field]}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;

const linkTo = (page: Page, field: keyof Typed) => page.getByRole('alert').locator(`a[href="#${field}"]`);

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function expectInViewWithFocus(page: Page) {
  const alert = page.getByRole('alert');
  await expect.poll(() => alert.evaluate((element) => element === document.activeElement)).toBe(true);
  const { top, bottom } = await alert.evaluate((element) => element.getBoundingClientRect());
  expect(top).toBeGreaterThanOrEqual(0);
  // To the pixel: a browser scrolls by whole ones.
  expect(Math.floor(bottom)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
}

/** On a phone without an end: one that scrolls would do so to keep what is pressed where it was. */
const showAll = (page: Page) => page.setViewportSize({ width: 390, height: 7000 });

/** Where its first line is at rest, when the finger comes down. */
async function press(page: Page, target: Locator, meanwhile?: () => Promise<void>) {
  const position = await target.evaluate((element) => {
    const { left } = element.getBoundingClientRect();
    return { x: (element.getClientRects()[0]?.left ?? left) - left + 10, y: 10 };
  });
  await target.hover({ position });
  await page.mouse.down();
  await meanwhile?.();
  await page.mouse.up();
}

async function bottomOf(place: Locator): Promise<number> {
  const { y, height } = (await place.boundingBox()) ?? expect.fail('It is not shown.');
  return y + height;
}

const describedBy = (page: Page, field: string) =>
  page
    .locator(`#${field}`)
    .evaluate((control) =>
      (control.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent),
    );

async function expectMail(page: Page, typed: Typed, reason: string) {
  const alert = page.getByRole('alert');
  const link = alert.getByRole('link', { name: form.failed.action });
  const mail = new URL((await link.getAttribute('href')) ?? '');
  expect(mail.pathname).toBe(site.contactEmail);
  expect(mail.searchParams.get('body')?.replaceAll('\r\n', '\n')).toContain(typed.message);
  expect(await alert.textContent()).toContain(site.contactEmail);
  expect(await alert.textContent()).toContain(reason);
}
