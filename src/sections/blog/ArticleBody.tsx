import { proseClasses } from '../../lib/prose.ts';
import { NoBreak } from '../../ui/NoBreak.tsx';
import { Contents } from '../shared/Contents.tsx';

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

function Html({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is rendered at build from files of this repository
  return <div className="contents" dangerouslySetInnerHTML={{ __html: html }} />;
}

function splitAtHeading(html: string, count: number): [string, string] {
  let at = -1;
  for (let i = 0; i < count; i++) at = html.indexOf('<h2', at + 1);
  return at < 0 ? [html, ''] : [html.slice(0, at), html.slice(at)];
}
