/**
 * Firefox and WebKit as Debian packs them, driven by the commands of WebDriver: to WebKit over HTTP, to Firefox over its
 * own connection (Marionette), because Debian has no driver for it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './server.ts';

/** Each command: its name for Firefox, and its method and address for WebKit. */
const commands = {
  navigate: ['WebDriver:Navigate', 'POST', 'url'],
  back: ['WebDriver:Back', 'POST', 'back'],
  execute: ['WebDriver:ExecuteScript', 'POST', 'execute/sync'],
  actions: ['WebDriver:PerformActions', 'POST', 'actions'],
  resize: ['WebDriver:SetWindowRect', 'POST', 'window/rect'],
} as const;
type Command = (name: keyof typeof commands, body?: Record<string, unknown>) => Promise<unknown>;

const KEYS = { Tab: '\uE004', Escape: '\uE00C' };

export interface Driver {
  name: string;
  open(url: string): Promise<void>;
  back(): Promise<void>;
  /** Runs a function in the page; what it uses is handed to it. */
  run<Result, Values extends unknown[]>(
    script: (...values: Values) => Result,
    ...values: Values
  ): Promise<Result>;
  /** Waits until that is true in the page. */
  until<Values extends unknown[]>(script: (...values: Values) => boolean, ...values: Values): Promise<void>;
  /** With a pointer, in the middle of the first line of the first visible element. */
  click(selector: string): Promise<void>;
  press(key: keyof typeof KEYS): Promise<void>;
  type(text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** What went wrong in the page since it was opened. */
  errors(): Promise<string[]>;
  stop(): Promise<void>;
}

const MINI_BROWSERS = ['4.1', '6.0', '4.0'].map(
  (version) =>
    `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
);
const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';

export const isThere = {
  firefox: () => existsSync(FIREFOX),
  webkit: () => existsSync(WEBKIT_DRIVER) && existsSync('/usr/bin/Xvfb') && MINI_BROWSERS.some(existsSync),
};

export async function startFirefox(): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const settings = {
    'marionette.port': 0,
    'layout.css.prefers-color-scheme.content-override': 1,
    'app.update.disabledForTesting': true,
    'datareporting.policy.dataSubmissionEnabled': false,
    'browser.shell.checkDefaultBrowser': false,
    'browser.aboutwelcome.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,#remote-settings-dummy/v1',
  };
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(settings)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
      .join('\n'),
  );
  const browser = spawn(FIREFOX, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '900' },
  });
  const portFile = join(profile, 'MarionetteActivePort');
  const port = await eventually('Firefox listens', () =>
    existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) || undefined : undefined,
  );
  const socket = connect(port, '127.0.0.1');
  const send = await speakMarionette(socket);
  await send('WebDriver:NewSession', {});
  return driver(
    'Firefox',
    (name, body = {}) => send(commands[name][0], body),
    async () => {
      socket.destroy();
      await end(browser);
      rmSync(profile, { recursive: true, force: true });
    },
  );
}

export async function startWebKit(): Promise<Driver> {
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
  const server = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${String(number).trim()}`,
      HOME: home,
      LIBGL_ALWAYS_SOFTWARE: '1',
      GSETTINGS_BACKEND: 'memory',
    },
  });
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: { message?: string } };
    if (!response.ok) throw new Error(value.message);
    return value as unknown;
  };
  await eventually('WebKitWebDriver listens', () => ask('GET', 'status').catch(() => undefined));
  const { sessionId } = (await ask('POST', 'session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: MINI_BROWSERS.find(existsSync),
          args: ['--automation'],
        },
      },
    },
  })) as { sessionId: string };
  return driver(
    'WebKit',
    (name, body = {}) => {
      const [, method, path] = commands[name];
      return ask(method, `session/${sessionId}/${path}`, body);
    },
    async () => {
      await ask('DELETE', `session/${sessionId}`).catch(() => {});
      await end(server);
      await end(display);
      rmSync(home, { recursive: true, force: true });
    },
  );
}

/** An answer that opens moves those below it for a while. */
const isMoving = () =>
  document
    .getAnimations()
    .some(({ playState, timeline }) => playState === 'running' && timeline === document.timeline);

function driver(name: string, command: Command, stop: () => Promise<void>): Driver {
  const run = async <Result, Values extends unknown[]>(
    script: (...values: Values) => Result,
    ...values: Values
  ) => {
    const result = await command('execute', {
      script: `return (${script.toString()})(...arguments)`,
      args: values,
    });
    return result as Result;
  };
  const keys = (text: string) =>
    command('actions', {
      actions: [
        {
          type: 'key',
          id: 'keys',
          actions: [...text].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ],
    });
  return {
    name,
    run,
    open: async (url) => {
      await command('navigate', { url });
      await run(watchErrors);
    },
    back: async () => void (await command('back')),
    until: async (script, ...values) => {
      await eventually(`${name}: ${script}`, async () => (await run(script, ...values)) || undefined);
    },
    click: async (selector) => {
      const look = () => run(placeOf, selector);
      // Where it stands still: a browser may scroll to the last letter that was typed a moment after it.
      const place = await eventually(`${name} shows ${selector}`, async () => {
        const before = await look();
        await sleep(PAUSE_MS);
        const between = await look();
        await sleep(2 * PAUSE_MS);
        const after = await look();
        const isStill = [between, after].every((place) => place?.x === before?.x && place?.y === before?.y);
        return after && isStill && !(await run(isMoving)) ? after : undefined;
      });
      await command('actions', {
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            actions: [
              { type: 'pointerMove', duration: 0, ...place },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      });
    },
    press: async (key) => void (await keys(KEYS[key])),
    type: async (text) => void (await keys(text)),
    resize: async (width, height) => {
      await command('resize', { width, height });
      // A frame of the window and its smallest width come on top.
      await eventually(`${name} is some ${width} wide`, async () => {
        const wide = await run(() => innerWidth);
        return Math.abs(wide - width) < 150 || undefined;
      });
    },
    errors: () => run(() => (window as Watched).seenErrors ?? []),
    stop,
  };
}

/** Runs in the page: the middle of the first line of what is wanted, in view. */
function placeOf(wanted: string): { x: number; y: number } | undefined {
  const element = [...document.querySelectorAll(wanted)].find(
    (candidate) => candidate.getClientRects().length > 0 && candidate.checkVisibility(),
  );
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  // Of a link on two lines, the middle of all may lie between them.
  const box = element?.getClientRects()[0];
  return box && { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

type Watched = Window & { seenErrors?: string[] };

/** WebDriver has no command for the console. Pages load their scripts only once somebody touches them, after this. */
function watchErrors(): void {
  const seen: string[] = [];
  (window as Watched).seenErrors = seen;
  addEventListener('error', ({ message }) => seen.push(message));
  addEventListener('unhandledrejection', ({ reason }) => seen.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ blockedURI }) => seen.push(`policy: ${blockedURI}`));
  console.error = (...words) => seen.push(words.join(' '));
}

/** Messages with their length before them; the first one is a greeting. */
async function speakMarionette(socket: Socket) {
  const waiting = new Map<number, (answer: [error: { message: string } | null, result: unknown]) => void>();
  let [text, count] = [Buffer.alloc(0), 0];
  let greet: () => void;
  const greeted = new Promise<void>((resolve) => {
    greet = resolve;
  });
  socket.on('data', (piece) => {
    text = Buffer.concat([text, piece]);
    for (;;) {
      const colon = text.indexOf(':');
      const length = Number(text.subarray(0, colon));
      if (colon < 0 || text.length < colon + 1 + length) return;
      const message = JSON.parse(text.subarray(colon + 1, colon + 1 + length).toString());
      text = text.subarray(colon + 1 + length);
      if (Array.isArray(message)) waiting.get(message[1])?.([message[2], message[3]]);
      else greet();
    }
  });
  await greeted;
  return async (name: string, body: Record<string, unknown>): Promise<unknown> => {
    const id = ++count;
    const message = JSON.stringify([0, id, name, body]);
    const answered = new Promise<[error: { message: string } | null, result: unknown]>((resolve) =>
      waiting.set(id, resolve),
    );
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    const [error, result] = await answered;
    waiting.delete(id);
    if (error) throw new Error(`${name}: ${error.message}`);
    return typeof result === 'object' && result !== null && 'value' in result ? result.value : result;
  };
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  await ended;
}

const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;

async function eventually<Value>(
  what: string,
  look: () => Value | Promise<Value>,
): Promise<NonNullable<Value>> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== null) return found;
    if (performance.now() > deadline) throw new Error(`This did not happen within a minute: ${what}`);
    await sleep(PAUSE_MS);
  }
}
