import type { Result } from '../drawing/before-after.ts';
import { type Hue, hueClass } from '../drawing/scene.ts';
import { categorySlug } from '../lib/category.ts';
import { Chart } from './Chart.tsx';
import { DevNote } from './DevNote.tsx';
import { NoBreak } from './NoBreak.tsx';

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
  /** ‘By’ and a name. */
  by: string;
  /** A figure of the article's own, with the words for ‘before’ and ‘after’. */
  proof?: { figure: Result; words: { before: string; after: string } } | undefined;
  /** A note for development only, such as ‘draft’. */
  mark?: string | undefined;
}

interface Props {
  article: ArticleTeaser;
  isLarge?: boolean;
}

/** A row of the list, which is one link: facts in the margin, the words, and a figure where the article has one. */
export function ArticleCard({ article, isLarge = false }: Props) {
  const { slug, proof, hue } = article;
  return (
    <article
      className={`article-card ${isLarge ? 'article-card-large ' : ''}${hueClass(hue)}`}
      data-category={categorySlug(article.category)}
    >
      <p className="article-card-facts">
        <span className="hue-text font-semibold">
          {article.category}
          <DevNote text={article.mark} />
        </span>
        <time dateTime={article.date}>{article.dateText}</time>
        <span>{article.readTime}</span>
        <span>{article.by}</span>
      </p>
      <div className="article-card-text">
        <h3 className="display line-clamp-2" data-article={`title-${slug}`}>
          <a href={article.href}>
            <NoBreak text={article.title} isTitle />
          </a>
        </h3>
        <p className="excerpt text-soft">
          <NoBreak text={article.excerpt} />
        </p>
      </div>
      {proof && <Chart results={[proof.figure]} words={proof.words} tones={[hue]} id={slug} />}
    </article>
  );
}
