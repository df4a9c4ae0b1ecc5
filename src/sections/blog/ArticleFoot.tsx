import type { Link } from '../../lib/link.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { NoBreak } from '../../ui/NoBreak.tsx';
import { Signature, type Signed } from '../../ui/Signature.tsx';

interface Neighbour {
  href: string;
  title: string;
}

interface Props {
  author: Signed;
  share: Link;
  call: { heading: string; text: string; link: Link };
  words: { next: string; previous: string };
  next?: Neighbour | undefined;
  previous?: Neighbour | undefined;
}

export function ArticleFoot({ author, share, call, words, next, previous }: Props) {
  return (
    <footer className="measure-column article-foot">
      <Signature person={author} />
      <section className="call">
        <h2 className="display text-h3">{call.heading}</h2>
        <p className="mt-3 mb-6">{call.text}</p>
        <div className="actions">
          <Button link={call.link} variant="primary" />
          <Button link={share} variant="secondary" />
        </div>
      </section>
      <nav className="neighbours" aria-label={`${words.previous}, ${words.next}`}>
        {previous && (
          <a rel="prev" href={previous.href}>
            <span className="text-sm text-soft">
              <Icon name="back" />
              {words.previous}
            </span>
            <NeighbourTitle {...previous} />
          </a>
        )}
        {next && (
          <a rel="next" href={next.href}>
            <span className="text-sm text-soft">
              {words.next}
              <Icon name="arrow" />
            </span>
            <NeighbourTitle {...next} />
          </a>
        )}
      </nav>
    </footer>
  );
}

function NeighbourTitle({ title }: Neighbour) {
  return (
    <span className="display block text-h4">
      <NoBreak text={title} />
    </span>
  );
}
