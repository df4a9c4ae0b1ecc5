/** A mistake that its author can put right: the message is the whole story, so no stack is kept. */
export class Mistake extends Error {
  override name = 'Mistake';
  /** What could be read all the same, where several things were. */
  readable: unknown[] = [];
  constructor(message: string) {
    super(message);
    this.stack = '';
  }
}

/** Runs all of them, and throws every mistake as one: an author wants to see the whole list. */
export function allOf<Value>(runs: (() => Value)[]): Value[] {
  const sentences = new Set<string>();
  const values = runs.flatMap((run) => {
    try {
      return [run()];
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      // The same file may be read for several reasons.
      for (const sentence of error.message.split('\n')) sentences.add(sentence);
      return [];
    }
  });
  if (sentences.size === 0) return values;
  const mistake = new Mistake([...sentences].join('\n'));
  mistake.readable = values;
  throw mistake;
}

/** Whether there is no mistake in it. */
export function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof Mistake) return false;
    throw error;
  }
}

/** As much as can be read, for whoever looks for more mistakes: those of the rest are told elsewhere. */
export function readable<Value>(read: () => Value[]): Value[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof Mistake) return error.readable as Value[];
    throw error;
  }
}
