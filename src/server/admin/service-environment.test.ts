import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withService } from './service-environment.ts';

let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'units-'));
  root = join(folder, 'project');
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, ...lines: string[]) => writeFileSync(join(folder, name), lines.join('\n'));
const unit = (...lines: string[]) =>
  write('site@.service', '[Service]', `WorkingDirectory=${root}`, ...lines, '[Install]');
const read = (own: Record<string, string> = {}) => {
  const { SYSTEMD_UNIT_PATH: _, ...found } = withService({ SYSTEMD_UNIT_PATH: folder, ...own }, root);
  return found;
};

it('reads what the unit sets, however it is written', () => {
  unit(
    'Environment=PORT=%i DATABASE_URL=file:/a.db "MAIL_FROM=Website <a@b.example>" \\',
    "  'MAIL_TO=c@d.example'",
    'Environment=MAIL_ACK=1 WEBHOOK_SECRET=100%%-of-it-is-secret',
    '# Environment=MAIL_ACK=0',
  );
  expect(read()).toEqual({
    DATABASE_URL: 'file:/a.db',
    MAIL_FROM: 'Website <a@b.example>',
    MAIL_TO: 'c@d.example',
    MAIL_ACK: '1',
    WEBHOOK_SECRET: '100%-of-it-is-secret',
  });
});

it('lets what systemctl edit added go before its files, those before its lines, and the caller before all', () => {
  write('settings', '# Secret', 'DATABASE_URL="file:/from-settings.db"', 'SMTP_URL=smtps://u:p@mail.example');
  unit('Environment=DATABASE_URL=file:/a.db MAIL_ACK=1', `EnvironmentFile=-${folder}/settings`);
  expect(read()).toMatchObject({
    DATABASE_URL: 'file:/from-settings.db',
    SMTP_URL: 'smtps://u:p@mail.example',
  });
  mkdirSync(join(folder, 'site@.service.d'));
  const added = ['[Service]', 'EnvironmentFile=', 'Environment=DATABASE_URL=file:/b.db'];
  write('site@.service.d/override.conf', ...added);
  expect(read()).toEqual({ DATABASE_URL: 'file:/b.db', MAIL_ACK: '1' });
  expect(read({ DATABASE_URL: 'file:/mine.db' })).toEqual({ DATABASE_URL: 'file:/mine.db' });
  // An empty line of .env counts for nothing.
  expect(read({ DATABASE_URL: '', MAIL_ACK: '0' })).toEqual({ DATABASE_URL: 'file:/b.db', MAIL_ACK: '0' });
});

it('knows the project behind a link, and no other', () => {
  unit('Environment=DATABASE_URL=file:/a.db');
  symlinkSync(root, join(folder, 'link'));
  expect(withService({ SYSTEMD_UNIT_PATH: folder }, join(folder, 'link'))).toHaveProperty('DATABASE_URL');
  expect(withService({ SYSTEMD_UNIT_PATH: folder }, tmpdir())).not.toHaveProperty('DATABASE_URL');
});

it('says which file is missing that must be there', () => {
  unit(`EnvironmentFile=${folder}/settings`);
  expect(() => read()).toThrow(`${folder}/settings, which is missing`);
});
