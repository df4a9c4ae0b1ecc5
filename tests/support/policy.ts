/** A Content-Security-Policy, read: the sources by directive. */
export const readPolicy = (policy: string): Map<string, string[]> =>
  new Map(
    policy.split('; ').map((directive): [string, string[]] => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
