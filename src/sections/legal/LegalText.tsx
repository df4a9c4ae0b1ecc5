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
    <>
      <div className="article-header">
        <div className="measure-column pt-14 md:pt-20">
          <h1 className="display text-h1">{title}</h1>
          <p className="mt-5 text-sm text-soft">
            {effective} <span data-today>{today}</span>
          </p>
          <p className="text-sm text-soft">
            {changed.label} <time dateTime={changed.day}>{changed.text}</time>
          </p>
          <p className="hue-lavender call max-w-160 text-lead">{summary}</p>
        </div>
      </div>
      <div className="article-text pb-14">
        <Contents html={html} label={contents} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is rendered at build from files of this repository */}
        <div className={proseClasses(html)} dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </>
  );
}
