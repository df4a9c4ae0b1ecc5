import { escapeHtml } from '../../lib/escape-html.ts';
import { Mistake } from '../../lib/mistake.ts';

interface Row {
  label: string;
  amount: string;
  isTotal: boolean;
}

const FENCE = '```';
const ROW = /^(=?)\s*([^|]*[^|\s])\s*\|\s*([-−]?)\s*(\p{L}*\p{Sc}?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/u;

/**
 * A ledger is a sum that can be checked. It is written as a block of ```ledger and a caption, with a line for each
 * amount; a line that begins with = is the total of all amounts above it:
 *
 *     ```ledger One order
 *     Basket | $60.00
 *     Discount | -$6.00
 *     = Comes in | $54.00
 *     ```
 *
 * Returns the Markdown with each of them as a table. A sum that is wrong stops the build, as a slip of the pen does.
 */
export function setLedgers(file: string, markdown: string, firstLine = 1): string {
  const lines = markdown.split('\n');
  const set: string[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const caption = /^```ledger(?:\s+(.*))?$/.exec(lines[i] ?? '');
    if (!caption) {
      set.push(lines[i] ?? '');
      continue;
    }
    const place = `${file}: the ledger in line ${firstLine + i}`;
    const length = lines.slice(i + 1).findIndex((line) => line.trimEnd() === FENCE);
    if (length < 0) throw new Mistake(`${place} has no end; wanted: a line of ${FENCE} below its total.`);
    if (!caption[1]?.trim())
      throw new Mistake(
        `${place} has no caption; wanted: words after ${FENCE}ledger that say what it adds up.`,
      );
    const rows = readRows(file, lines.slice(i + 1, i + 1 + length), firstLine + i + 1);
    if (!rows.at(-1)?.isTotal)
      throw new Mistake(`${place} does not end in a total; wanted: a last line such as: = Left | $2.50.`);
    // One line of HTML: an empty one would end it for Markdown.
    set.push(htmlOf(caption[1].trim(), rows));
    i += length + 1;
  }
  return set.join('\n');
}

/** Counted in hundredths: a tenth has no exact form in binary. */
function readRows(file: string, lines: string[], firstLine: number): Row[] {
  let sum = 0;
  return lines.map((line, i) => {
    const place = `${file}: line ${firstLine + i}`;
    const found = ROW.exec(line.trim());
    if (!found)
      throw new Mistake(
        `${place} is ‘${line.trim()}’; wanted: a label, a bar and an amount, such as: Goods | -$20.00.`,
      );
    const [, equals, label = '', minus, unit = '', whole = '', fraction = ''] = found;
    const value = Math.round(Number(whole.replaceAll(',', '') + fraction) * 100) * (minus ? -1 : 1);
    const amount = `${minus ? '−' : ''}${unit}${whole}${fraction}`;
    if (!equals) sum += value;
    else if (value !== sum)
      throw new Mistake(
        `${place} is a total of ${amount}; wanted: ${(sum / 100).toFixed(2)}, which the lines above it make.`,
      );
    return { label, amount, isTotal: equals === '=' };
  });
}

function htmlOf(caption: string, rows: Row[]): string {
  const lines = rows.map(
    ({ label, amount, isTotal }) =>
      `<tr${isTotal ? ' class="total"' : ''}><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(amount)}</td></tr>`,
  );
  return `<table class="ledger"><caption>${escapeHtml(caption)}</caption><tbody>${lines.join('')}</tbody></table>`;
}
