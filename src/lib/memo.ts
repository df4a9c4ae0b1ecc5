/**
 * Reads once in a build, where every page asks for the same. Whoever works on the site changes it all the time, and gets
 * what is there now.
 */
export function memoInBuild<Value, Key = void>(read: (key: Key) => Value): (key: Key) => Value {
  if (!import.meta.env?.PROD) return read;
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
}
