/**
 * Results of the previous reading of content/, by name. Development reads everything again at each save and reuses the
 * results of unchanged files; a build reads once and needs none.
 */
export type Memory = Map<string, { key: string; value: unknown }>;

/** The value kept under this name if its key is still the same; otherwise makes a new one. */
export function remembered<Value>(
  memory: Memory | undefined,
  name: string,
  key: string,
  make: () => Value,
): Value {
  const before = memory?.get(name);
  // Each name is used for one type of value.
  if (before?.key === key) return before.value as Value;
  const value = make();
  memory?.set(name, { key, value });
  return value;
}
