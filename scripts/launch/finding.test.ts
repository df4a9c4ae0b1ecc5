import { expect, it } from 'vitest';
import { done, open, table } from './finding.ts';

it('shows what a foreign server says, but nothing that steers a terminal', () => {
  const said = 'no \u001b[2J\u009b31m\u202entry\r\n';
  const findings = [open(said, said, said), done(said, said)];
  for (const text of [table(findings), ...findings.flatMap((finding) => Object.values(finding))]) {
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    expect(text === 'open' || text === 'done' || text.includes('ntry')).toBe(true);
  }
});
