interface Item {
  id: string;
  question: string;
  answer: string;
}

/**
 * Native and single-open: details elements that share a name close each other, the open one closes again, and the
 * browser's own search opens the one that holds the words. The id is on the answer: a link to it then opens the item.
 */
export function Accordion({ name, items }: { name: string; items: Item[] }) {
  return (
    <div className="accordion">
      {items.map(({ id, question, answer }) => (
        <details key={id} name={name}>
          <summary>
            <h2 className="display text-h4">{question}</h2>
          </summary>
          <p id={id}>{answer}</p>
        </details>
      ))}
    </div>
  );
}
