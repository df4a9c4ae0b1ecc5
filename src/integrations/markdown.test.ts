import { expect, it } from 'vitest';
import { markdown } from './markdown.ts';

const { processor, ...shared } = markdown;
const render = async (text: string) => (await (await processor.createRenderer(shared)).render(text)).code;

it.each(['no-such-language', 'TS', 'css-extras', 'extend', 'constructor', 'meta', 'x"onclick="alert(1)'])(
  'shows code in %s as it was written',
  async (language) => {
    const html = await render(`\`\`\`${language}\n<script>alert(1)</script> <b>\n\`\`\``);
    expect(html).toContain('>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt;</code></pre>');
    expect(html).not.toContain('onclick');
  },
);

it.each(['ts', 'sh', 'html', 'astro', 'json'])('colours %s', async (language) => {
  expect(await render(`\`\`\`${language}\n<b title="x">1</b>\n\`\`\``)).toContain('<span class="token');
});
