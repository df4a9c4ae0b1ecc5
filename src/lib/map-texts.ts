/** The same value with every text in it changed, however deep. */
export function mapTexts<Value>(value: Value, change: (text: string, path: PropertyKey[]) => string): Value {
  const walk = (inner: unknown, path: PropertyKey[]): unknown => {
    if (typeof inner === 'string') return change(inner, path);
    if (Array.isArray(inner)) return inner.map((item, i) => walk(item, [...path, i]));
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, walk(item, [...path, key])]));
  };
  // The walk keeps the shape and only rewrites strings.
  return walk(value, []) as Value;
}
