import type { Link } from '../../lib/link.ts';
import { Button } from '../../ui/Button.tsx';

interface Neighbour {
  href: string;
  title: string;
}

interface Props {
  share: Link;
  call: { heading: string; text: string; link: Link };
  words: { next: string; previous: string };
  next?: Neighbour | undefined;
  previous?: Neighbour | undefined;
}

export function ArticleFoot({ share, call, words, next, previous }: Props) {
  return (
    <footer className="measure-column article-foot">
      <Button link={share} variant="secondary" />
      <section className="hue-lavender call">
        <h2 className="display text-h3">{call.heading}</h2>
        <p className="mt-3 mb-6">{call.text}</p>
        <Button link={call.link} />
      </section>
      <nav className="neighbours" aria-label={`${words.previous}, ${words.next}`}>
        {previous && <NeighbourLink label={words.previous} neighbour={previous} />}
        {next && <NeighbourLink label={words.next} neighbour={next} />}
      </nav>
    </footer>
  );
}

function NeighbourLink({ label, neighbour }: { label: string; neighbour: Neighbour }) {
  return (
    <a href={neighbour.href}>
      <span className="block text-sm text-soft">{label}</span>
      <span className="display block text-h4">{neighbour.title}</span>
    </a>
  );
}
