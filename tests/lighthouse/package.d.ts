/** For the check of types, which does without the package. */
declare module 'lighthouse' {
  export default function lighthouse(
    url: string,
    flags: import('./lighthouse.ts').Flags,
  ): Promise<{ lhr: import('./lighthouse.ts').Result } | undefined>;
}
