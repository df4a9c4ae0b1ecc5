/** A redirect's target before and from its fragment: a visitor's query goes in between. */
export function splitTarget(target: string): [address: string, place: string] {
  const at = target.indexOf('#');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)];
}
