import { type Hue, sceneFromSeed } from '../lib/scene.ts';
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
}

interface Props {
  article: ArticleTeaser;
  size?: 'normal' | 'large';
}

/** The whole card is one link; its title grows into the title of the article when the page changes. */
export function ArticleCard({ article, size = 'normal' }: Props) {
  const large = size === 'large';
  return (
    <article className={large ? 'article-card article-card-large' : 'article-card'}>
      <Scene scene={sceneFromSeed(article.slug, article.hue, 480, large ? 280 : 220)} id={article.slug} />
      <div className="article-card-text">
        <p className="text-xs font-semibold text-accent">{article.category}</p>
        <h3 className={`display line-clamp-2 ${large ? 'text-h2' : 'text-h4'}`} data-article={article.slug}>
          <a href={article.href}>{article.title}</a>
        </h3>
        <p className="line-clamp-3 text-sm text-soft">{article.excerpt}</p>
        <p className="mt-auto pt-2 text-xs text-soft">
          <time dateTime={article.date}>{article.dateText}</time> · {article.readTime}
        </p>
      </div>
    </article>
  );
}
