import { articlesPath } from '../../routes.ts';

interface Category {
  name: string;
  /** Of its address; left out for all articles. */
  slug?: string | undefined;
  count: number;
  /** What the page says where it is chosen: its title, the heading of its articles, how many there are. */
  title: string;
  heading: string;
  counted: string;
}

interface Props {
  label: string;
  categories: Category[];
  chosen: string;
}

/** A link for each category. What a press changes is written on its link, for the script that answers it. */
export function Categories({ label, categories, chosen }: Props) {
  return (
    <nav className="categories" aria-label={label}>
      {categories.map(({ name, slug, count, title, heading, counted }) => (
        <a
          key={name}
          className="category"
          // The next page opens where this one was left: at the categories.
          href={`${articlesPath(1, slug)}#categories`}
          data-category={slug}
          data-title={title}
          data-heading={heading}
          data-count={counted}
          aria-current={name === chosen || undefined}
        >
          {/* One text: a browser that paints between two would let the link grow and wrap. */}
          {`${name} (${count})`}
        </a>
      ))}
    </nav>
  );
}
