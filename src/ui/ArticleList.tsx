import { ArticleCard, type ArticleTeaser } from './ArticleCard.tsx';

interface Props {
  words: { article: string; articles: string; featured: string; empty: string };
  heading: string;
  /** How many there are, also on other pages. */
  count: number;
  featured?: ArticleTeaser | undefined;
  articles: ArticleTeaser[];
}

/** What the chosen category holds: the count, the featured article where there is one, and the others. */
export function ArticleList({ words, heading, count, featured, articles }: Props) {
  return (
    <>
      <p className="mt-4 text-sm text-soft" aria-live="polite">
        {`${count} ${count === 1 ? words.article : words.articles}`}
      </p>
      {featured && (
        <section className="mt-10" aria-labelledby="featured">
          <h2 id="featured" className="eyebrow">
            {words.featured}
          </h2>
          <ArticleCard article={featured} size="large" />
        </section>
      )}
      <section className="mt-16" aria-labelledby="insights">
        <h2 id="insights" className="display text-h3">
          {heading}
        </h2>
        {articles.length > 0 ? (
          <div className="article-grid">
            {articles.map((article) => (
              <ArticleCard key={article.slug} article={article} />
            ))}
          </div>
        ) : (
          <p className="empty">{words.empty}</p>
        )}
      </section>
    </>
  );
}
