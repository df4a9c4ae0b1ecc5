/** Older versions of this site named the category in the address of the list: /blog?category=… */
export const CATEGORY_PARAMETER = 'category';

export interface CategoryCount {
  name: string;
  count: number;
}

/** 'All' and every category, each with the number of its articles. */
export function countCategories(
  all: string,
  names: string[],
  posts: { category: string }[],
): CategoryCount[] {
  const count = (name: string) => posts.filter(({ category }) => category === name).length;
  return [{ name: all, count: posts.length }, ...names.map((name) => ({ name, count: count(name) }))];
}

/** A category's name in a URL: 'Product & Technology' is product-technology. */
export const categorySlug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
