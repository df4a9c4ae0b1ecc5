import type { Page } from 'playwright-core';

export interface Recorded {
  url: string;
  type: string;
  bytes: number;
}

/** What really came over the wire, as the browser's own network panel counts it. */
export async function recordRequests(page: Page): Promise<Recorded[]> {
  const session = await page.context().newCDPSession(page);
  const byId = new Map<string, Recorded>();
  const list: Recorded[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    const recorded = { url: request.url, type: type ?? 'Other', bytes: 0 };
    byId.set(requestId, recorded);
    list.push(recorded);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const recorded = byId.get(requestId);
    if (recorded) recorded.bytes = encodedDataLength;
  });
  await session.send('Network.enable');
  return list;
}

/** Slow 4G, with the values that Lighthouse gives to Chromium. */
export const SLOW_LINE = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};
