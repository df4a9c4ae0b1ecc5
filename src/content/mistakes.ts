import { Mistake } from '../lib/mistake.ts';

/** Collects mistakes, each sentence once, while everything else is read: an author wants to see the whole list. */
export class Mistakes {
  readonly sentences = new Set<string>();

  add(sentences: Iterable<string>): void {
    for (const sentence of sentences) this.sentences.add(sentence);
  }

  /** The value that was read; undefined, and the mistakes collected, if there are any. */
  attempt<Value>(read: () => Value): Value | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      this.add(error.message.split('\n'));
      return undefined;
    }
  }

  /** The values that could be read, and whether these are all. */
  attemptEach<Item, Value>(items: readonly Item[], read: (item: Item) => Value) {
    const values = items.flatMap((item) => {
      const value = this.attempt(() => read(item));
      return value === undefined ? [] : [value];
    });
    return { values, isWhole: values.length === items.length };
  }

  /** Throws all mistakes at once, if there are any. */
  throwAny(): void {
    if (this.sentences.size > 0) throw new Mistake([...this.sentences].join('\n'));
  }
}
