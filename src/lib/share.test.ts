import { expect, it } from 'vitest';
import { linkedInShareUrl } from './share.ts';

it('opens the share page of LinkedIn with the address and the title', () => {
  const share = new URL(linkedInShareUrl('https://firm.test/blog/a?b=c&d#e', 'Teams & “trust”: 50% नमस्ते'));
  expect(share.protocol).toBe('https:');
  expect(share.host).toBe('www.linkedin.com');
  expect([...share.searchParams]).toEqual([
    ['url', 'https://firm.test/blog/a?b=c&d#e'],
    ['title', 'Teams & “trust”: 50% नमस्ते'],
  ]);
  expect(share.hash).toBe('');
});
