import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyFixture } from '../support/lay-out.ts';
import { site, wordsOf } from '../support/other-firm.ts';

it('a site that is built for a host of files has a mail in place of its form, without JavaScript too', async () => {
  const project = await copyFixture();
  const { status, output } = project.run('sh', '-c', 'STATIC_HOST=1 npm run --silent build');
  expect(status, output).toBe(0);
  const page = readFileSync(join(project.root, 'dist/client/contact.html'), 'utf8');
  expect(page).not.toMatch(/<(form|astro-island)\b/);
  expect(page).toContain(wordsOf('contact').form.failed.closed);
  expect(page).toContain(`href="mailto:${site.contactEmail}?subject=`);
});
