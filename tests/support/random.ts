export type Random = (most: number) => number;

/** The same noise each time, so that what it finds can be found again. */
export function seeded(seed: number): Random {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % most;
  };
}

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[random(items.length)] as Item;
