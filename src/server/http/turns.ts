/** A form costs about half a millisecond (docs/decisions/0008). */
const AT_A_TIME = 8;

/**
 * Node lets one connection in for each turn of its event loop. A hundred connections that post at once would make each
 * turn last a twentieth of a second, and a visitor who comes behind a hundred others would wait for seconds to be let
 * in. So a turn takes a few posts and leaves the others to the next ones; pages are answered in between.
 */
export function takeTurns(atATime = AT_A_TIME): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let room = atATime;
  let isDue = false;

  function nextTurn(): void {
    isDue = false;
    room = atATime;
    const some = waiting.splice(0, room);
    if (some.length === 0) return;
    room -= some.length;
    schedule();
    for (const enter of some) enter();
  }
  function schedule(): void {
    if (isDue) return;
    isDue = true;
    setImmediate(nextTurn);
  }

  return () =>
    new Promise((enter) => {
      schedule();
      if (room === 0) {
        waiting.push(enter);
        return;
      }
      room -= 1;
      enter();
    });
}
