import { useEffect, useState } from 'react';
import { CATEGORY_PARAMETER, type CategoryCount, categorySlug } from '../lib/category.ts';
import type { Page } from '../schemas/pages.ts';
import type { ArticleTeaser } from '../ui/ArticleCard.tsx';
import { ArticleList } from '../ui/ArticleList.tsx';
import { Island } from './Island.tsx';

interface Props {
  words: Page<'blog'>['list'];
  categories: CategoryCount[];
  articles: ArticleTeaser[];
  featured: ArticleTeaser | undefined;
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
  const inCategory = articles
    .concat(featured ?? [])
    .filter(({ category }) => category === chosen)
    .sort((a, b) => b.date.localeCompare(a.date));

  return (
    <>
      <fieldset className="categories">
        <legend className="sr-only">{words.filter}</legend>
        {categories.map(({ name, count }) => (
          <button
            key={name}
            type="button"
            className="category"
            aria-pressed={name === chosen}
            onClick={() => choose(name)}
          >
            {/* One text: a browser that paints between two would let the button grow and wrap. */}
            {`${name} (${count})`}
          </button>
        ))}
      </fieldset>
      <ArticleList
        words={words}
        heading={all ? words.allHeading : words.categoryHeading.replace('{category}', chosen)}
        count={categories.find(({ name }) => name === chosen)?.count ?? 0}
        featured={all ? featured : undefined}
        articles={all ? articles : inCategory}
      />
    </>
  );
}
