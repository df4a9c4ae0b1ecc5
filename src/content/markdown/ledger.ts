import { defineMdastPlugin } from 'satteri';
import { escapeHtml } from '../../lib/escape-html.ts';

interface Row {
  label: string;
  amount: string;
  isTotal: boolean;
}

/** A block of code, as far as a ledger is one. */
interface Block {
  lang?: string | null;
  meta?: string | null;
  value: string;
}

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
 * It becomes a table.
 */
export const ledgers = defineMdastPlugin({
  name: 'ledgers',
  code(node, context) {
    if (isLedger(node)) context.replaceNode(node, { type: 'html', value: htmlOf(node) });
  },
});

export const isLedger = ({ lang }: Pick<Block, 'lang'>) => lang === 'ledger';

/** What is wrong with a ledger that begins in this line. A wrong sum stops the build. */
export function mistakesInLedger(block: Block, line: number, isClosed: boolean): string[] {
  const place = `the ledger in line ${line}`;
  if (!isClosed) return [`${place} has no end; wanted: a line of \`\`\` below its total.`];
  const rows = rowsOf(block);
  const mistakes = rows.flatMap((row, i) =>
    typeof row === 'string' ? [`line ${line + 1 + i} is ${row}`] : [],
  );
  if (!block.meta?.trim())
    mistakes.unshift(`${place} has no caption; wanted: words after \`\`\`ledger that say what it adds up.`);
  const last = rows.at(-1);
  if (!last || (typeof last !== 'string' && !last.isTotal))
    mistakes.push(`${place} does not end in a total; wanted: a last line such as: = Left | $2.50.`);
  return mistakes;
}

/** Each row, or what is wrong with it. Sums are in hundredths, because most decimal fractions are not exact in binary. */
function rowsOf({ value }: Block): (Row | string)[] {
  let sum = 0;
  const lines = value === '' ? [] : value.split('\n');
  return lines.map((line) => {
    const found = ROW.exec(line.trim());
    if (!found) return `‘${line.trim()}’; wanted: a label, a bar and an amount, such as: Goods | -$20.00.`;
    const [, equals, label = '', minus, unit = '', whole = '', fraction = ''] = found;
    const hundredths = Math.round(Number(whole.replaceAll(',', '') + fraction) * 100) * (minus ? -1 : 1);
    const amount = `${minus ? '−' : ''}${unit}${whole}${fraction}`;
    if (!equals) sum += hundredths;
    else if (hundredths !== sum)
      return `a total of ${amount}; wanted: ${(sum / 100).toFixed(2)}, the sum of the lines above it.`;
    return { label, amount, isTotal: equals === '=' };
  });
}

function htmlOf(block: Block): string {
  const lines = rowsOf(block).map((row) =>
    typeof row === 'string'
      ? ''
      : `<tr${row.isTotal ? ' class="total"' : ''}><th scope="row">${escapeHtml(row.label)}</th><td>${escapeHtml(row.amount)}</td></tr>`,
  );
  const caption = escapeHtml(block.meta?.trim() ?? '');
  return `<table class="ledger"><caption>${caption}</caption><tbody>${lines.join('')}</tbody></table>`;
}
