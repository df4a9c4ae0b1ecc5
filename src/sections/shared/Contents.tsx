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

/** HTML does not allow a link within a link. */
const withoutLinks = (html: string) => html.replace(/<a\b[^>]*>|<\/a>|<sup>[\s\S]*?<\/sup>/g, '');
