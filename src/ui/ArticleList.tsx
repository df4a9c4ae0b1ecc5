import type { Link } from '../lib/link.ts';
import { ArticleCard, type ArticleTeaser } from './ArticleCard.tsx';
import { Button } from './Button.tsx';

interface Words {
  article: string;
  articles: string;
  featured: string;
  empty: string;
}

interface Props {
  words: Words;
  heading: string;
  /** How many there are, also on other pages. */
  count: number;
  featured?: ArticleTeaser | undefined;
  articles: ArticleTeaser[];
  /** The way back from a category that has none. */
  all: Link;
  /** A press may show one category (browser/article-filter.ts): whatever it can show is there and waits. */
  filtered?: boolean;
}

export const countOf = (count: number, words: Pick<Words, 'article' | 'articles'>) =>
  `${count} ${count === 1 ? words.article : words.articles}`;

/** What the chosen category holds: the count, the featured article where there is one, and the others. */
export function ArticleList({ words, heading, count, featured, articles, all }: Props) {
  return (
    <>
      <p className="mt-4 text-sm text-soft" aria-live="polite">
        {countOf(count, words)}
      </p>
      {featured && (
        <section className="mt-10" aria-labelledby="featured">
          <h2 id="featured" className="eyebrow">
            {words.featured}
          </h2>
          <ArticleCard article={featured} isLarge />
        </section>
      )}
      <section className="mt-16" aria-labelledby="insights">
        <h2 id="insights" className="display text-h3">
          {heading}
        </h2>
        <div className="article-grid">
          {articles.map((article) => (
            <ArticleCard key={article.slug} article={article} />
          ))}
          {/* Waits on every page: a press may choose an empty category (browser/categories.ts). */}
          <div className="empty" hidden={count > 0}>
            <p>{words.empty}</p>
            <Button link={all} />
          </div>
        </div>
      </section>
    </>
  );
}
