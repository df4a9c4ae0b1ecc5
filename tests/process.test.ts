import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { plainEnvironment } from './support/environment.ts';
import { freePort } from './support/server.ts';

describe('the server', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'prints its address, answers there and ends well on %s',
    async (signal) => {
      const port = await freePort();
      const server = launch(String(port));
      await server.prints(`http://localhost:${port}`);
      const response = await fetch(`http://localhost:${port}`);
      expect(response.status).toBe(200);
      await response.text();
      server.child.kill(signal);
      expect(await server.exited).toEqual([0, null]);
      expect(server.output().trim().split('\n')).toEqual([
        expect.stringMatching(/^Enquiries are stored in .+enquiries\.db and not mailed yet: set SMTP_URL/),
        expect.stringContaining(`http://localhost:${port}`),
        expect.stringContaining('"event":"request"'),
      ]);
    },
  );

  it('does not wait for a visitor who never asks', async () => {
    const port = await freePort();
    const server = launch(String(port));
    await server.prints('http://localhost:');
    const visitor = connect(port, 'localhost');
    visitor.on('error', () => {});
    await once(visitor, 'connect');
    server.child.kill('SIGINT');
    const slow = new Promise((resolve) => setTimeout(resolve, 10_000, 'still running'));
    expect(await Promise.race([server.exited, slow])).toEqual([0, null]);
  });

  it('says in a sentence that its port is in use', async () => {
    const port = await freePort();
    const other = createServer().listen(port);
    await once(other, 'listening');
    const server = launch(String(port));
    expect(await server.exited).toEqual([1, null]);
    expect(server.output()).toMatch(new RegExp(`^Port ${port} is in use[^\\n]+PORT=\\d+ npm start\\n$`));
    other.close();
  });

  it.each(['http', '70000', '-1', '4321.5'])('says in a sentence that %s is no port', async (port) => {
    const server = launch(port);
    expect(await server.exited).toEqual([1, null]);
    expect(server.output()).toMatch(new RegExp(`^PORT is ‘${port}’; wanted: [^\\n]+\\n$`));
  });
});

const children: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'process-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function launch(port: string) {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    env: plainEnvironment({ PORT: port, DATABASE_URL: `file:${folder}/enquiries.db` }),
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return {
    child,
    output: () => output,
    prints: (text: string) => vi.waitFor(() => expect(output).toContain(text), 50_000),
    // `close` comes after the last of the output, `exit` may come before it.
    exited: once(child, 'close'),
  };
}
