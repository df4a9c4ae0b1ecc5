interface Props {
  /** HTML that the build made from our own Markdown. */
  html: string;
  quote?: string | undefined;
}

/** The pull quote stands before the third subhead, where a reader who skims meets it. */
export function ArticleBody({ html, quote }: Props) {
  const [before, after] = quote ? splitAtHeading(html, 3) : [html, ''];
  return (
    <div className="measure-column prose article-prose">
      <Html html={before} />
      {quote && (
        <figure className="pull-quote">
          <blockquote>
            <p>{quote}</p>
          </blockquote>
        </figure>
      )}
      {after && <Html html={after} />}
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
