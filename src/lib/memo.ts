/** Remembers what was made for each key. */
export function memo<Value, Key = void>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

/**
 * Reads once in a build, where every page asks for the same. In development it may change at any
 * time, so it is read each time.
 */
export const memoInBuild = <Value, Key = void>(read: (key: Key) => Value): ((key: Key) => Value) =>
  import.meta.env?.PROD ? memo(read) : read;
