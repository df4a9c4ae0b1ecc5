import { pageNumbers } from '../../lib/article-pages.ts';
import { articlesPath } from '../../routes.ts';
import { Icon } from '../../ui/Icon.tsx';

interface Props {
  words: { pages: string; page: string; newer: string; older: string };
  page: number;
  pages: number;
  /** Its slug; left out where all articles are listed. */
  category?: string | undefined;
}

export function Pager({ words, page, pages, category }: Props) {
  if (pages === 1) return null;
  const hrefOf = (number: number) => `${articlesPath(number, category)}#insights`;
  return (
    <nav className="pager" aria-label={words.pages}>
      {page > 1 && (
        <a className="text-link back" rel="prev" href={hrefOf(page - 1)}>
          <Icon name="back" />
          {words.newer}
        </a>
      )}
      <ol>
        {pageNumbers(page, pages).map((number, i) => (
          <li key={number === '…' ? `gap ${i}` : number}>
            {number === '…' ? (
              <span>{number}</span>
            ) : (
              <a
                href={hrefOf(number)}
                aria-label={words.page.replace('{page}', String(number))}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </a>
            )}
          </li>
        ))}
      </ol>
      {page < pages && (
        <a className="text-link" rel="next" href={hrefOf(page + 1)}>
          {words.older}
          <Icon name="arrow" />
        </a>
      )}
    </nav>
  );
}
