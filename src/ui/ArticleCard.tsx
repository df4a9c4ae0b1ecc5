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
  /** A note for development only, such as ‘draft’. */
  mark?: string | undefined;
}

interface Props {
  article: ArticleTeaser;
  isLarge?: boolean;
}

/** The whole card is one link; its drawing grows into that of the article when the page changes. */
export function ArticleCard({ article, isLarge = false }: Props) {
  return (
    <article
      className={`article-card ${isLarge ? 'article-card-large ' : ''}${hueClass(article.hue)}`}
      data-category={categorySlug(article.category)}
    >
      <Scene
        scene={sceneFromSeed(article.slug, article.hue, 480, 180)}
        id={article.slug}
        moves={article.slug}
      />
      <div className="article-card-text">
        <p className="hue-text text-xs font-semibold">
          {article.category}
          <DevNote text={article.mark} />
        </p>
        <h3 className="display line-clamp-2">
          <a href={article.href}>
            <NoBreak text={article.title} isTitle />
          </a>
        </h3>
        <p className="excerpt text-soft">
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
