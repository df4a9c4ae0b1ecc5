import type { FaqItem } from '../../schemas/faq-item.ts';
import type { Page } from '../../schemas/pages.ts';
import { Accordion } from '../../ui/Accordion.tsx';

interface Props {
  items: FaqItem[];
  words: Page<'faq'>['answer'];
}

/** The data attributes carry the words of browser/faq-answers.ts. */
export function Questions({ items, words }: Props) {
  const groups = Object.entries(Object.groupBy(items, ({ group }) => group));
  return (
    <div className="wrap section-pad" data-answers="" data-copy={words.copy} data-copied={words.copied}>
      {groups.map(([heading, items = []], i) => (
        <section key={heading} className="faq-group" aria-labelledby={`group-${i + 1}`}>
          <h2 id={`group-${i + 1}`} className="display text-h3">
            {heading}
          </h2>
          <Accordion name="faq" items={items} opensFirst={i === 0} link={words.link} />
        </section>
      ))}
      <p className="sr-only" role="status" />
    </div>
  );
}
