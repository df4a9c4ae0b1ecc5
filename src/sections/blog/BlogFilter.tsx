import { CATEGORY_PARAMETER, type CategoryCount, categorySlug } from '../../lib/category.ts';
import type { Link } from '../../lib/link.ts';
import type { Page } from '../../schemas/pages.ts';
import type { ArticleTeaser } from '../../ui/ArticleCard.tsx';
import { ArticleList, countOf } from '../../ui/ArticleList.tsx';

interface Props {
  words: Page<'blog'>['list'];
  categories: CategoryCount[];
  articles: ArticleTeaser[];
  featured: ArticleTeaser | undefined;
  all: Link;
}

/**
 * All articles, and a button for each category. What a press changes is written on its button, so that the few bytes
 * that serve it (browser/article-filter.ts) bring no words of their own.
 */
export function BlogFilter({ words, categories, articles, featured, all }: Props) {
  const isAll = (name: string) => name === words.all;
  const total = categories.find(({ name }) => isAll(name))?.count ?? 0;
  return (
    <div id="categories" data-filter={CATEGORY_PARAMETER}>
      <fieldset>
        <legend className="sr-only">{words.filter}</legend>
        <div className="categories">
          {categories.map(({ name, count }) => (
            <button
              key={name}
              type="button"
              className="category"
              value={isAll(name) ? '' : categorySlug(name)}
              aria-pressed={isAll(name)}
              data-heading={
                isAll(name) ? words.allHeading : words.categoryHeading.replace('{category}', name)
              }
              data-count={countOf(count, words)}
            >
              {/* One text: a browser that paints between two would let the button grow and wrap. */}
              {`${name} (${count})`}
            </button>
          ))}
        </div>
      </fieldset>
      <ArticleList
        words={words}
        heading={words.allHeading}
        count={total}
        featured={featured}
        articles={articles}
        all={all}
        filtered
      />
    </div>
  );
}
