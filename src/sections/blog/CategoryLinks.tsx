import { type CategoryCount, categorySlug } from '../../lib/category.ts';
import { articlesPath } from '../../routes.ts';

interface Props {
  label: string;
  all: string;
  categories: CategoryCount[];
  /** Left out where all articles are listed. */
  chosen?: string | undefined;
}

/** Once the articles fill more than one page, each category has pages of its own. */
export function CategoryLinks({ label, all, categories, chosen = all }: Props) {
  return (
    <nav id="categories" className="categories" aria-label={label}>
      {categories.map(({ name, count }) => (
        <a
          key={name}
          className="category"
          // The next page opens where this one was left: at the categories.
          href={`${articlesPath(1, name === all ? undefined : categorySlug(name))}#categories`}
          aria-current={name === chosen || undefined}
        >
          {`${name} (${count})`}
        </a>
      ))}
    </nav>
  );
}
