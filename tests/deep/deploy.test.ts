import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyProject } from '../support/project-copy.ts';

const NOBODY = 'root@no-such-host.invalid';

// What it does on a server: scaling.test.ts.
describe('npm run deploy', () => {
  const project = copyProject();
  const write = (text: string) => writeFileSync(join(project.root, 'deploy/host.env'), text);

  it.each<[string, string | undefined, string, RegExp]>([
    ['no settings', undefined, '--back', /^deploy\/host\.env is missing\. Copy deploy\/host\.env\.example/],
    ['no server', 'PROXY=caddy', '--back', /^HOST in deploy\/host\.env is ‘’; wanted: a server as ssh calls/],
    [
      'an option for it',
      'HOST=-oProxyCommand=x',
      '--back',
      /^HOST in deploy\/host\.env is ‘-oProxyCommand=x’/,
    ],
    ['an unknown proxy', 'HOST=root@x\nPROXY=apache', '--back', /^PROXY in .* is ‘apache’; wanted: caddy or/],
    [
      'a server that is not there',
      `HOST=${NOBODY}`,
      '--back',
      /ssh could not reach root@no-such-host\.invalid/,
    ],
    ['an unknown option', `HOST=${NOBODY}`, '--bakc', /^Usage: npm run deploy \[-- --setup \| --back\]$/],
  ])('says in a sentence what is wrong with %s', (_, text, option, sentence) => {
    if (text !== undefined) write(text);
    const { status, output } = project.run(process.execPath, 'scripts/deploy.ts', option);
    expect([status, output]).toEqual([
      option === '--back' ? 1 : 2,
      expect.stringMatching(new RegExp(sentence, 'm')),
    ]);
  });

  it('brings nothing to a server that the build has not made', () => {
    write(`HOST=${NOBODY}`);
    project.edit('content/faq.yaml', (text) => `${text}\nno-such-field: 1\n`);
    const { status, output } = project.run(process.execPath, 'scripts/deploy.ts');
    expect(status).toBe(1);
    expect(output).toContain('content/faq.yaml');
    expect(output).toContain('Nothing was changed on the server.');
    expect(output).not.toContain('ssh');
  });
});

describe('systemd', () => {
  const units = readdirSync('deploy').filter((name) => /\.(service|timer)$/.test(name));

  it.each(units)('understands %s', (unit) => expect(judge(unit).objections).toBe(''));

  it.each(units.filter((unit) => unit.endsWith('.service')))('leaves %s few rights', (unit) => {
    expect(judge(unit).exposure).toBeLessThanOrEqual(1.3);
  });

  /** What systemd says against the unit, and how exposed it finds it, from 0 (not at all) to 10. */
  function judge(name: string): { objections: string; exposure: number } {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'));
    const instance = (unit: string) => join(folder, unit.replace('@', '@4321'));
    // By links without a space in their names, whatever this folder is called.
    const links = { '/srv/site/current': process.cwd(), '/usr/bin/node': process.execPath };
    const place = (path: string) => join(folder, path.replaceAll('/', '-'));
    for (const [path, target] of Object.entries(links)) symlinkSync(target, place(path));
    // A timer is judged with what it calls.
    for (const unit of units) {
      let text = readFileSync(`deploy/${unit}`, 'utf8');
      for (const path of Object.keys(links)) text = text.replaceAll(path, place(path));
      writeFileSync(instance(unit), text);
    }
    const analyze = (...parameters: string[]) => {
      const { stdout, stderr } = spawnSync('systemd-analyze', [...parameters, instance(name)], {
        encoding: 'utf8',
      });
      return stdout + stderr;
    };
    const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(analyze('security', '--offline=true')) ?? [];
    return { objections: analyze('verify'), exposure: Number(exposure) };
  }
});
