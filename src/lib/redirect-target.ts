/** Where a redirect leads. A visitor's query goes between the two parts. */
export function splitTarget(target: string): [address: string, place: string] {
  const at = target.indexOf('#');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)];
}
