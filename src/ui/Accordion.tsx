interface Item {
  id: string;
  question: string;
  answer: string;
}

/**
 * Native and single-open: details elements that share a name close each other, the open one closes again, and the
 * browser's own search opens the one that holds the words.
 */
export function Accordion({ name, items }: { name: string; items: Item[] }) {
  return (
    <div className="accordion">
      {items.map(({ id, question, answer }) => (
        <details key={id} id={id} name={name}>
          <summary>
            <h2 className="display text-h4">{question}</h2>
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}
