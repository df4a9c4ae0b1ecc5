import { expect, it } from 'vitest';
import { inScript } from './in-script.ts';

it.each(['</script><script>alert(1)</script>', '<!-- <script>', '</SCRIPT >', 'a < b & "c" \\u003c \u2028'])(
  'says %j without a sign that could end or open an element, and means the same',
  (words) => {
    const text = inScript({ '@graph': [{ name: words, [words]: words }] });
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toEqual({ '@graph': [{ name: words, [words]: words }] });
  },
);
