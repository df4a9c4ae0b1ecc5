import { type Hue, hueClass, sceneFromSeed } from '../drawing/scene.ts';
import { categorySlug } from '../lib/category.ts';
import { DevNote } from './DevNote.tsx';
import { FactRow } from './FactRow.tsx';
import { NoBreak } from './NoBreak.tsx';
import { Scene } from './Scene.tsx';

export interface ArticleTeaser {
  slug: string;
  href: string;
  title: string;
  excerpt: string;
  category: string;
  hue: Hue;
  /** The day for machines, and as it is shown. */
  date: string;
  dateText: string;
  readTime: string;
  /** What only whoever works on the site is told of it. */
  mark?: string | undefined;
}

interface Props {
  article: ArticleTeaser;
  size?: 'normal' | 'large';
  /** In a list that a press narrows down to one category. */
  filtered?: boolean;
  /** Stands above such a list as well, and waits in it until its category is chosen. */
  isFeatured?: boolean;
}

/** The whole card is one link; its drawing grows into that of the article when the page changes. */
export function ArticleCard({ article, size = 'normal', filtered = false, isFeatured = false }: Props) {
  const large = size === 'large';
  return (
    <article
      className={`article-card ${large ? 'article-card-large ' : ''}${hueClass(article.hue)}`}
      data-category={filtered ? categorySlug(article.category) : undefined}
      data-featured={isFeatured ? '' : undefined}
      hidden={isFeatured}
    >
      <Scene
        scene={sceneFromSeed(article.slug, article.hue, 480, 180)}
        id={large ? `${article.slug}-large` : article.slug}
        moves={article.slug}
      />
      <div className="article-card-text">
        <p className="hue-text text-xs font-semibold">
          {article.category}
          <DevNote text={article.mark} />
        </p>
        <h3 className={`display line-clamp-2 ${large ? 'text-h2' : 'text-h4'}`}>
          <a href={article.href}>
            <NoBreak text={article.title} isTitle />
          </a>
        </h3>
        <p className={large ? 'excerpt lead' : 'excerpt text-sm text-soft'}>
          <NoBreak text={article.excerpt} />
        </p>
        <FactRow
          className="mt-auto pt-2 text-xs text-soft"
          facts={[
            <time key="date" dateTime={article.date}>
              {article.dateText}
            </time>,
            article.readTime,
          ]}
        />
      </div>
    </article>
  );
}
