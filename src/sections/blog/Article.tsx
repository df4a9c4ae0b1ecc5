import type { ComponentProps } from 'react';
import { ArticleBody } from './ArticleBody.tsx';
import { ArticleFoot } from './ArticleFoot.tsx';
import { ArticleHeader } from './ArticleHeader.tsx';

interface Props {
  header: ComponentProps<typeof ArticleHeader>;
  body: ComponentProps<typeof ArticleBody>;
  foot: ComponentProps<typeof ArticleFoot>;
}

export function Article({ header, body, foot }: Props) {
  return (
    <article>
      <ArticleHeader {...header} />
      <ArticleBody {...body} />
      <ArticleFoot {...foot} />
    </article>
  );
}
