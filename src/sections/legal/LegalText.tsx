import { proseClasses } from '../../lib/prose.ts';

interface Props {
  title: string;
  summary: string;
  effective: string;
  today: string;
  changed: { label: string; day: string; text: string };
  html: string;
}

export function LegalText({ title, summary, effective, today, changed, html }: Props) {
  return (
    <div className="measure-column py-14 md:py-20">
      <h1 className="display text-h1">{title}</h1>
      <p className="mt-5 text-sm text-soft">
        {effective} <span data-today>{today}</span>
      </p>
      <p className="text-sm text-soft">
        {changed.label} <time dateTime={changed.day}>{changed.text}</time>
      </p>
      <p className="hue-lavender call text-lead">{summary}</p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is rendered at build from files of this repository */}
      <div className={proseClasses(html)} dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}
