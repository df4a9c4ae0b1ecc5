import { Refused, send } from './ask.ts';

/** As long as any browser may take to read what it was handed. */
const READ_BY_THEN_MS = 60_000;

/**
 * Hands a file that the server makes to the browser's downloads, whole or not at all, and answers with its name. Not by a
 * link: that would be asked for without the session. Browsers keep what is long on disk until it is whole.
 */
export async function saveFile(path: string): Promise<string> {
  const response = await send(path, null);
  const file = await response.blob().catch(() => {
    throw new Refused(
      'The export broke off, so nothing was saved. The terminal in which the inbox runs may show why; then export again.',
    );
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = /filename="(.+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? '';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_BY_THEN_MS);
  return link.download;
}
