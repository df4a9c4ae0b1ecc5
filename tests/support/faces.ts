import type { Page } from 'playwright-core';

/** Our two faces, and where each is met first. */
const places = { display: 'h1', text: 'main p' };

/** Which of our faces really drew the words: a font may be there, and still not be used. */
export async function facesDrawn(page: Page): Promise<Record<keyof typeof places, boolean>> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: -1 });
  const isOurs = async (selector: string) => {
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts.length > 0 && fonts.every(({ isCustomFont }) => isCustomFont);
  };
  const drawn = { display: await isOurs(places.display), text: await isOurs(places.text) };
  await session.detach();
  return drawn;
}
