import { changeInWords, type Result } from '../../drawing/before-after.ts';
import { type Hue, hueClass } from '../../drawing/scene.ts';
import { ChartLabels, ChartSky, ChartWater } from '../../ui/Chart.tsx';
import { DevNote } from '../../ui/DevNote.tsx';
import { FactRow } from '../../ui/FactRow.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { NoBreak } from '../../ui/NoBreak.tsx';

interface Props {
  slug: string;
  /** A figure from the text, on the line below the title. */
  figure?: Result | undefined;
  words: { before: string; after: string };
  /** HTML of a picture that replaces the figure. */
  cover?: string | undefined;
  back: { href: string; label: string };
  category: { href: string; label: string; hue: Hue };
  title: string;
  subtitle?: string | undefined;
  by: string;
  author: string;
  role: string;
  date: string;
  dateText: string;
  /** ‘Revised November 2, 2026’. */
  revised?: string | undefined;
  readTime: string;
  mark?: string | undefined;
}

export function ArticleHeader(props: Props) {
  const {
    slug,
    figure,
    words,
    cover,
    back,
    category,
    title,
    subtitle,
    by,
    author,
    role,
    date,
    dateText,
    revised,
    readTime,
    mark,
  } = props;
  return (
    <header className="article-header">
      <div className="measure-column">
        <a className="text-link back text-sm" href={back.href}>
          <Icon name="back" />
          {back.label}
        </a>
        <p className={`mt-10 ${hueClass(category.hue)}`}>
          <a className="badge" href={category.href}>
            {category.label}
          </a>
          <DevNote text={mark} />
        </p>
        <h1 className="display mt-5" data-article={`title-${slug}`}>
          <NoBreak text={title} />
        </h1>
        {subtitle && (
          <p className="lead mt-5">
            <NoBreak text={subtitle} />
          </p>
        )}
        <FactRow
          className="mt-6 text-sm text-soft"
          facts={[
            <>
              {by} <span className="font-semibold text-ink">{author}</span>, {role}
            </>,
            <time key="date" dateTime={date}>
              {dateText}
            </time>,
            ...(revised ? [revised] : []),
            readTime,
          ]}
        />
      </div>
      {cover ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is made at build from files of this repository
        <div className="article-cover with-img measure-column" dangerouslySetInnerHTML={{ __html: cover }} />
      ) : (
        <div className={hueClass(category.hue)}>
          <Horizon figure={figure} words={words} hue={category.hue} />
        </div>
      )}
    </header>
  );
}

function Horizon({ figure, words, hue }: Pick<Props, 'figure' | 'words'> & { hue: Hue }) {
  if (!figure) return <div className="horizon-sky" />;
  const chart = { results: [figure], words, tones: [hue], id: 'figure', isNamed: false };
  return (
    <>
      <div className="horizon-sky">
        <div className="measure-column article-figure">
          <ChartSky {...chart} />
        </div>
      </div>
      <div className="horizon-water">
        <div className="measure-column article-figure">
          <div>
            <ChartWater {...chart} />
            <ChartLabels {...chart} />
          </div>
          <p>
            {figure.metric}
            <span className="block text-soft">{changeInWords(figure, words)}</span>
          </p>
        </div>
      </div>
    </>
  );
}
