import { proseClasses } from '../../lib/prose.ts';
import { NoBreak } from '../../ui/NoBreak.tsx';

interface Props {
  /** HTML that the build made from our own Markdown. */
  html: string;
  quote?: string | undefined;
  /** What the list of its sections is called. */
  contents: string;
}

/** The pull quote stands before the third subhead, where a reader who skims meets it. */
export function ArticleBody({ html, quote, contents }: Props) {
  const [before, after] = quote ? splitAtHeading(html, 3) : [html, ''];
  return (
    <div className="article-text">
      <Contents html={html} label={contents} />
      <div className={proseClasses(html)}>
        <Html html={before} />
        {quote && (
          <div className="pull-quote">
            <p>
              <NoBreak text={quote} />
            </p>
          </div>
        )}
        {after && <Html html={after} />}
      </div>
    </div>
  );
}

/** Beside the text where there is room for it: a style sheet alone marks the section that is read. */
export function Contents({ html, label }: { html: string; label: string }) {
  const sections = [...html.matchAll(/<h2 id="([^"]+)">([\s\S]*?)<\/h2>/g)];
  if (sections.length < 2) return null;
  return (
    <nav className="contents-list" aria-labelledby="contents">
      <p id="contents" className="eyebrow">
        {label}
      </p>
      <ol>
        {sections.map(([, id, heading = '']) => (
          <li key={id}>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is rendered at build from files of this repository */}
            <a href={`#${id}`} dangerouslySetInnerHTML={{ __html: withoutLinks(heading) }} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A link cannot stand in a link. */
const withoutLinks = (html: string) => html.replace(/<a\b[^>]*>|<\/a>|<sup>[\s\S]*?<\/sup>/g, '');

function Html({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is rendered at build from files of this repository
  return <div className="contents" dangerouslySetInnerHTML={{ __html: html }} />;
}

function splitAtHeading(html: string, count: number): [string, string] {
  let at = -1;
  for (let i = 0; i < count; i++) at = html.indexOf('<h2', at + 1);
  return at < 0 ? [html, ''] : [html.slice(0, at), html.slice(at)];
}
