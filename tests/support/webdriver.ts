/** Firefox and WebKit as Debian packs them: Firefox speaks WebDriver BiDi by itself, WebKit WebDriver by a program of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './server.ts';

const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
const LIBRARIES = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
const MINI_BROWSERS = ['4.1', '6.0', '4.0'].map(
  (version) => `${LIBRARIES}/webkit2gtk-${version}/MiniBrowser`,
);

export const isThere = {
  firefox: () => existsSync(FIREFOX),
  webkit: () => existsSync(WEBKIT_DRIVER) && existsSync('/usr/bin/Xvfb') && MINI_BROWSERS.some(existsSync),
};

/** What both can do, each in its own words. */
interface Wire {
  navigate(url: string): Promise<unknown>;
  back(): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  act(source: object): Promise<unknown>;
  resize(width: number, height: number): Promise<unknown>;
  stop(): Promise<void>;
}

export type Driver = Awaited<ReturnType<typeof startFirefox>>;

/** Nothing but the pages is asked for. */
const SETTINGS = {
  'layout.css.prefers-color-scheme.content-override': 1,
  'app.update.disabledForTesting': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
};

export async function startFirefox() {
  const home = mkdtempSync(join(tmpdir(), 'firefox-'));
  const settings = Object.entries(SETTINGS).map((setting) => JSON.stringify(setting).slice(1, -1));
  writeFileSync(join(home, 'user.js'), settings.map((setting) => `user_pref(${setting});\n`).join(''));
  const browser = spawn(
    FIREFOX,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', home],
    { env: { ...process.env, HOME: home } },
  );
  let said = '';
  browser.stderr.on('data', (chunk) => (said += chunk));
  const address = await eventually('Firefox listens', () => /ws:\/\/\S+/.exec(said)?.[0]);
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data) as Answer;
    waiting.get(answer.id)?.(answer);
  };
  let count = 0;
  const send = async (method: string, params: object) => {
    const id = ++count;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, message } = await answered;
    if (!result) throw new Error(`${method}: ${message}`);
    return result;
  };
  await send('session.new', { capabilities: {} });
  // The tab that is there from the start has no focus.
  const { context } = await send('browsingContext.create', { type: 'tab' });
  return driver('Firefox', {
    navigate: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    back: () => send('browsingContext.traverseHistory', { context, delta: -1 }),
    evaluate: async (expression) => {
      const target = { context };
      const { result, exceptionDetails } = await send('script.evaluate', {
        expression,
        target,
        awaitPromise: false,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result?.value;
    },
    act: (source) => send('input.performActions', { context, actions: [source] }),
    resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
    stop: () => end(home, browser),
  });
}

/** As much of what Firefox says as is looked at here. */
interface Answer {
  id: number;
  message?: string;
  result?: {
    context?: string;
    result?: { value?: unknown };
    exceptionDetails?: { text: string };
  };
}

export async function startWebKit() {
  const display = spawn('/usr/bin/Xvfb', [
    '-displayfd',
    '1',
    '-screen',
    '0',
    '1400x1000x24',
    '-nolisten',
    'tcp',
  ]);
  const [number] = await once(display.stdout, 'data');
  const home = mkdtempSync(join(tmpdir(), 'webkit-'));
  const port = await freePort();
  const own = { HOME: home, LIBGL_ALWAYS_SOFTWARE: '1', GSETTINGS_BACKEND: 'memory' };
  const env = { ...process.env, ...own, DISPLAY: `:${String(number).trim()}` };
  const server = spawn(WEBKIT_DRIVER, [`--port=${port}`], { env });
  const ask = async (path: string, body?: object) => {
    const method = body ? 'POST' : 'GET';
    const request = { method, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, request);
    const { value } = (await response.json()) as { value: { message?: string; sessionId?: string } };
    if (!response.ok) throw new Error(value.message);
    return value;
  };
  await eventually('WebKitWebDriver listens', () => ask('status').catch(() => undefined));
  const options = { binary: MINI_BROWSERS.find(existsSync), args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const session = `session/${(await ask('session', { capabilities })).sessionId}`;
  return driver('WebKit', {
    navigate: (url) => ask(`${session}/url`, { url }),
    back: () => ask(`${session}/back`, {}),
    evaluate: (expression) => ask(`${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    act: (source) => ask(`${session}/actions`, { actions: [source] }),
    resize: (width, height) => ask(`${session}/window/rect`, { width, height }),
    stop: () => end(home, server, display),
  });
}

function driver(name: string, { evaluate, act, ...wire }: Wire) {
  /** Runs a function in the page; what it uses is handed to it. */
  const run = async <Result, Values extends unknown[]>(
    script: (...values: Values) => Result,
    ...values: Values
  ) => {
    const call = `(${script})(...${JSON.stringify(values)})`;
    return JSON.parse(String(await evaluate(`JSON.stringify(${call} ?? null)`))) as Result;
  };
  return {
    name,
    run,
    stop: wire.stop,
    back: wire.back,
    async open(url: string) {
      await wire.navigate(url);
      await run(watchErrors);
    },
    /** With a pointer, in the middle of the first line of the first visible element. */
    async click(selector: string) {
      let before = '';
      await eventually(`${name} clicks ${selector} at rest`, async () => {
        const place = await run(placeOf, selector);
        const isStill = JSON.stringify(place) === before;
        before = JSON.stringify(place);
        if (!place || !isStill) return;
        const move = { type: 'pointerMove', duration: 0, ...place };
        const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
        await act({ type: 'pointer', id: 'mouse', actions });
        // The layout may move between the look and the press, as when a field's error goes: then aim again.
        return !(await run(() => (window as Watched).isAiming === true));
      });
    },
    /** Letters, or one of `keys`. */
    async type(text: string) {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await act({ type: 'key', id: 'keys', actions });
    },
    async resize(width: number, height: number) {
      await wire.resize(width, height);
      // A frame of the window and its smallest width come on top.
      await eventually(`${name} is some ${width} px wide`, async () => {
        return Math.abs((await run(() => innerWidth)) - width) < 150;
      });
    },
    /** What went wrong in the page since it was opened. */
    errors: () => run(() => (window as Watched).seenErrors ?? []),
  };
}

export const keys = { tab: '\uE004', escape: '\uE00C' };

/** Runs in the page: the middle of the first line of what is wanted, in view, unless something moves. */
function placeOf(wanted: string): { x: number; y: number } | undefined {
  const isMoving = document
    .getAnimations()
    .some(({ playState, timeline }) => playState === 'running' && timeline === document.timeline);
  const element = [...document.querySelectorAll(wanted)].find(
    (candidate) => candidate.getClientRects().length > 0 && candidate.checkVisibility(),
  );
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  // Of a link on two lines, the middle of all may lie between them.
  const box = element?.getClientRects()[0];
  if (isMoving || !element || !box) return undefined;
  (window as Watched).isAiming = true;
  element.addEventListener('pointerdown', () => ((window as Watched).isAiming = false), { once: true });
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

type Watched = Window & { seenErrors?: string[]; isAiming?: boolean };

/** WebDriver has no command for the console. Pages load their scripts only after a first interaction, after this. */
function watchErrors(): void {
  const seen: string[] = [];
  (window as Watched).seenErrors = seen;
  addEventListener('error', ({ message }) => seen.push(message));
  addEventListener('unhandledrejection', ({ reason }) => seen.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ blockedURI }) => seen.push(`policy: ${blockedURI}`));
  console.error = (...words) => seen.push(words.join(' '));
}

async function end(home: string, ...programs: ChildProcess[]): Promise<void> {
  for (const program of programs) {
    const ended = program.exitCode === null && once(program, 'exit');
    program.kill('SIGTERM');
    await ended;
  }
  rmSync(home, { recursive: true, force: true });
}

/** What `look` finds, within a minute. */
async function eventually<Value>(
  what: string,
  look: () => Value | Promise<Value>,
): Promise<NonNullable<Value>> {
  for (let left = 600; left > 0; left--) {
    const found = await look();
    if (found) return found;
    await sleep(100);
  }
  throw new Error(`This did not happen within a minute: ${what}`);
}
