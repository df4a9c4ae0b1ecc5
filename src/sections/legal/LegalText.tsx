import { proseClasses } from '../../lib/prose.ts';
import { Contents } from '../shared/Contents.tsx';

interface Props {
  title: string;
  summary: string;
  effective: string;
  today: string;
  changed: { label: string; day: string; text: string };
  /** What the list of its sections is called. */
  contents: string;
  html: string;
}

export function LegalText({ title, summary, effective, today, changed, contents, html }: Props) {
  return (
    <div className="legal">
      <header className="article-header">
        <div className="horizon-sky">
          <div className="measure-column pt-10 pb-6">
            <h1 className="display">{title}</h1>
          </div>
        </div>
        <div className="measure-column legal-summary">
          <p className="text-sm text-soft">
            {effective} <span data-today>{today}</span>
            <br />
            {changed.label} <time dateTime={changed.day}>{changed.text}</time>
          </p>
          <p className="display">{summary}</p>
        </div>
      </header>
      <div className="article-text pb-14">
        <Contents html={html} label={contents} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is rendered at build from files of this repository */}
        <div className={proseClasses(html)} dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </div>
  );
}
