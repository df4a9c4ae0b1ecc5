/**
 * What was made of the texts of content/ when they were read before. In development, which reads them again at each
 * save, only what is new is made; a build reads them once and needs no memory.
 */
export type Memory = Map<string, { key: string; value: unknown }>;

/** The value that was made for this name, if it was made of the same. */
export function remembered<Value>(
  memory: Memory | undefined,
  name: string,
  key: string,
  make: () => Value,
): Value {
  const before = memory?.get(name);
  // Whatever is kept under a name was made by the same function.
  if (before?.key === key) return before.value as Value;
  const value = make();
  memory?.set(name, { key, value });
  return value;
}
