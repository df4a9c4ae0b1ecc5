import { htmlToHast } from 'satteri';
import { unescapeHtml } from '../../lib/escape-html.ts';

const plain =
  'abbr b bdi bdo blockquote br caption cite code colgroup dd dfn div dl dt em figcaption figure hr i kbd mark p pre q rp rt ruby s samp small span strong sub summary sup table tbody tfoot thead tr u ul var wbr';

/** The HTML elements that an author may write, each with its attributes. Headings and pictures are Markdown. */
const written = new Map([
  ...plain.split(' ').map((name): [string, string[]] => [name, []]),
  ['a', ['href']],
  ['col', ['span']],
  ['del', ['datetime']],
  ['details', ['open']],
  ['ins', ['datetime']],
  ['li', ['value']],
  ['ol', ['reversed', 'start', 'type']],
  ['td', ['colspan', 'rowspan']],
  ['th', ['colspan', 'rowspan', 'scope']],
  ['time', ['datetime']],
]);
const onAll = ['dir', 'lang', 'title'];

/** Also the elements that the build makes of Markdown. Attributes are named as the parser names them. */
const made = new Map([
  ...written,
  ...['h2', 'h3', 'h4', 'h5', 'h6'].map((name): [string, string[]] => [name, []]),
  ['a', ['href', 'rel', 'target']],
  ['img', ['__astro_image_']],
  ['section', ['tabindex']],
]);
const madeOnAll = [...onAll, 'ariadescribedby', 'arialabel', 'classname', 'id'];

interface Written {
  /** The offset in the HTML. */
  at: number;
}

/** What is refused in HTML that an author wrote, and its links and tags. Anything that does not parse is refused. */
export function judgeHtml(html: string) {
  const refused: (Written & { found: string; wanted: string })[] = [];
  const links: (Written & { url: string })[] = [];
  const tags: (Written & { name: string; closes: boolean })[] = [];
  for (const { index: at, groups: { name, end, attributes = '', other } = {} } of html.matchAll(PIECE)) {
    const tag = (end ?? name ?? '').toLowerCase();
    if (written.has(tag) && !closedByItself.has(tag)) tags.push({ at, name: tag, closes: end !== undefined });
    if (other) refused.push({ at, found: other.slice(0, LONGEST_CHARACTERS), wanted: WHOLE_TAG });
    if (!name) continue;
    const own = written.get(name.toLowerCase());
    if (!own) refused.push({ at, found: `<${name}`, wanted: OTHER_ELEMENT });
    for (const [, attribute = '', value = ''] of own ? attributes.matchAll(ATTRIBUTE) : []) {
      if (attribute.toLowerCase() === 'href' && own?.includes('href'))
        links.push({ at, url: unescapeHtml(value) });
      else if (![...(own ?? []), ...onAll].includes(attribute.toLowerCase()))
        refused.push({ at, found: `${attribute}=`, wanted: `<${name}> without it` });
    }
  }
  return { refused, links, tags };
}

/** Elements without an end tag, or with one that may be left out. */
const closedByItself = new Set(
  'br caption col colgroup dd dt hr li p rp rt tbody td tfoot th thead tr wbr'.split(' '),
);

/** A comment, an end tag, a start tag in its plainest form, or anything else that begins with <. */
const PIECE = new RegExp(
  [
    '<!--(?!-?>)(?:(?!--!?>)[\\s\\S])*-->',
    '</(?<end>[a-z][\\w-]*)\\s*>',
    // Their content is not HTML.
    '<(?<name>script|style)\\b[\\s\\S]*?(?:</\\k<name>\\s*>|$)',
    '<(?<name>[a-z][\\w-]*)(?<attributes>(?:\\s+[a-z][\\w:-]*(?:="[^"<>]*")?)*)\\s*/?>',
    '(?<other><(?:[!?].*|[^<>\\n]*>?))',
  ].join('|'),
  'gi',
);
const ATTRIBUTE = /([a-z][\w:-]*)(?:="([^"]*)")?/gi;
const LONGEST_CHARACTERS = 40;
const OTHER_ELEMENT = 'Markdown, or an element for text such as <details>, <abbr> or <sup>';
const WHOLE_TAG = 'a whole tag whose values are in double quotes, or &lt; for the sign itself';

/**
 * The elements and attributes in the finished HTML of a text that are not allowed, read as a browser reads them. judgeHtml()
 * reports the same with its line; this check does not depend on how Markdown is parsed.
 */
export function refusedIn(html: string): string[] {
  const found: string[] = [];
  const walk = (node: ReturnType<typeof htmlToHast>): void => {
    if (node.type === 'element') {
      const own = made.get(node.tagName);
      if (!own) found.push(`<${node.tagName}`);
      for (const [name, value] of own ? Object.entries(node.properties) : [])
        if (![...(own ?? []), ...madeOnAll].includes(name.toLowerCase())) found.push(`${name}=`);
        else if (name === 'href' && !PLACE.test(String(value))) found.push(`${name}="${value}"`);
    }
    if ('children' in node) node.children.forEach(walk);
  };
  walk(htmlToHast(html, { fragment: true }));
  return found;
}

/** Where a link may lead. Two slashes would begin the address of another site. */
const PLACE = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i;
