import { useEffect, useState } from 'react';
import { CATEGORY_PARAMETER, type CategoryCount, categorySlug } from '../lib/category.ts';
import type { Page } from '../schemas/pages.ts';
import { ArticleCard, type ArticleTeaser } from '../ui/ArticleCard.tsx';
import { Island } from './Island.tsx';

interface Props {
  words: Page<'blog'>['list'];
  categories: CategoryCount[];
  articles: ArticleTeaser[];
  featured: string | undefined;
  errorHeading: string;
}

export function BlogFilter({ errorHeading, ...props }: Props) {
  return (
    <Island errorHeading={errorHeading}>
      <Filter {...props} />
    </Island>
  );
}

function Filter({ words, categories, articles, featured }: Omit<Props, 'errorHeading'>) {
  const [chosen, setChosen] = useState(words.all);
  useEffect(() => {
    const slug = new URLSearchParams(location.search).get(CATEGORY_PARAMETER);
    const named = categories.find(({ name }) => categorySlug(name) === slug);
    if (named) setChosen(named.name);
  }, [categories]);

  // The address keeps the choice, so that the back button and a shared link lead to it.
  const choose = (name: string) => {
    setChosen(name);
    const url = new URL(location.href);
    if (name === words.all) url.searchParams.delete(CATEGORY_PARAMETER);
    else url.searchParams.set(CATEGORY_PARAMETER, categorySlug(name));
    history.replaceState(history.state, '', url);
  };

  const all = chosen === words.all;
  const matching = articles.filter(({ category }) => all || category === chosen);
  const first = all ? matching.find(({ slug }) => slug === featured) : undefined;
  const rest = matching.filter((article) => article !== first);

  return (
    <div className="wrap pt-10 pb-24 md:pb-32">
      <fieldset className="categories">
        <legend className="sr-only">{words.filter}</legend>
        {categories.map(({ name, count }) => (
          <button key={name} type="button" aria-pressed={name === chosen} onClick={() => choose(name)}>
            {/* One text: a browser that paints between two would let the button grow and wrap. */}
            {`${name} (${count})`}
          </button>
        ))}
      </fieldset>
      <p className="mt-4 text-sm text-soft" aria-live="polite">
        {matching.length} {matching.length === 1 ? words.article : words.articles}
      </p>
      {first && (
        <section className="mt-10" aria-labelledby="featured">
          <h2 id="featured" className="text-sm font-semibold text-accent">
            {words.featured}
          </h2>
          <ArticleCard article={first} size="large" />
        </section>
      )}
      <section className="mt-16" aria-labelledby="insights">
        <h2 id="insights" className="display text-h3">
          {all ? words.allHeading : words.categoryHeading.replace('{category}', chosen)}
        </h2>
        {rest.length > 0 ? (
          <div className="article-grid">
            {rest.map((article) => (
              <ArticleCard key={article.slug} article={article} />
            ))}
          </div>
        ) : (
          <p className="empty">{words.empty}</p>
        )}
      </section>
    </div>
  );
}
