/** So many answers are remembered; whoever asks for more has each one found again. */
const MOST = 500;

/** Spares finding an answer for each request that asks the same. */
export function remember<Answer>(find: (text: string) => Answer) {
  const known = new Map<string, Answer>();
  return {
    find(text: string): Answer {
      let answer = known.get(text);
      if (answer === undefined) {
        answer = find(text);
        if (known.size < MOST) known.set(text, answer);
      }
      return answer;
    },
    forget: () => known.clear(),
    size: () => known.size,
  };
}
