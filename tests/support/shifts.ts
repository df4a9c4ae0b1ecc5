export interface Shift {
  value: number;
  moved: string;
}

/** Chromium's own entry, which TypeScript's library does not know. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node?: Node }[];
}

/** Runs in the page before anything else: notes every move, and what moved. */
export function watchShifts() {
  const found: Shift[] = [];
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  Object.assign(window, {
    takeShifts() {
      note(observer.takeRecords());
      return found;
    },
  });

  function note(entries: PerformanceEntryList) {
    for (const entry of entries as LayoutShift[]) {
      const moved = entry.sources.map(({ node }) => node?.textContent?.trim().slice(0, 60) || node?.nodeName);
      found.push({ value: entry.value, moved: moved.join(' | ') });
    }
  }
}

/** Runs in the page, once the fonts are in and two frames have shown them. */
export async function readShifts(): Promise<Shift[]> {
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return (window as unknown as { takeShifts(): Shift[] }).takeShifts();
}
