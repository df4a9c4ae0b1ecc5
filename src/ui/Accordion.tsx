import { Icon } from './Icon.tsx';
import { NoBreak } from './NoBreak.tsx';

interface Item {
  id: string;
  question: string;
  answer: string;
}

interface Props {
  /** Accordions of the same name are one: a question that opens closes any other of them. */
  name: string;
  items: Item[];
  /** Whether its first answer is read without a press. */
  opensFirst?: boolean;
  /** What the link to an answer is called. */
  link: string;
}

/**
 * Native and single-open: details elements that share a name close each other, the open one closes again, and the
 * browser's own search opens the one that holds the words. The id is on the answer: a link to it then opens the item.
 */
export function Accordion({ name, items, opensFirst = false, link }: Props) {
  return (
    <div className="accordion">
      {items.map(({ id, question, answer }, i) => (
        <details key={id} name={name} open={opensFirst && i === 0}>
          <summary>
            <h3 className="display text-h4">
              <NoBreak text={question} />
            </h3>
          </summary>
          <div id={id} className="answer">
            <p>
              <NoBreak text={answer} />
            </p>
            <a className="text-link text-sm" href={`#${id}`}>
              <span className="sr-only">{question} </span>
              <Icon name="link" />
              {link}
            </a>
          </div>
        </details>
      ))}
    </div>
  );
}
