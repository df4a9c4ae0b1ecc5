/** The one table of security headers: our server sends it, and the build carries it to others and to static hosts. */
export interface InlineHashes {
  scripts: string[];
  styles: string[];
}

/** The inline scripts that may run, by their hash. A page with any other stops the build, which tells its hash. */
export const inlineScripts: Record<string, string> = {
  'the faces of a first page': "'sha256-991IJoyRh9i0MMdXH1puL7p2zYK0fSdaQ2GHG/rR/FQ='",
  'the next page, made ready': "'sha256-OM0hjhCFzKhe37rKuW7480xLoDyRIzyLMKCvzoH6tGU='",
  'the year, tooltips, and a menu that is left': "'sha256-1MZ9Ka+wonLm86wngw+wTq09l/y375aSTxqgZibFgTw='",
  'the day of a legal text': "'sha256-c3W8ise6ZwYJESp2ojNQMl6Dq8saY7AjTuEonzqhmo0='",
  'a caret for the field that a link leads to': "'sha256-e3a/5XfGOOHvDgzLDpZ5aUO6m/ecRvAA74OCbttwWQM='",
  'islands that wait for a visitor': "'sha256-1aOAjhHP0HmyXxctiIEqEejdNH/SX6lB68E9bV3ffbE='",
  'islands themselves, by Astro': "'sha256-Ya0pUYrC7nM5Cn/056TyVuEiz6dFGrzmkWzgON0pF0U='",
  'a category of the articles, chosen': "'sha256-Jyez51ujndKwkg4yKo10B/jNRvMXAQp6wJw3MUnPwWc='",
  'the address of an answer': "'sha256-T1MJinxqVb1Rs5Juj0uXLLm5rjo5wrODwxT1XWDEzJk='",
  'the report of a missing page': "'sha256-wcpw4i0ZbKGP6crj/h8eFBR87tTUDZag9tTfX0WDaG0='",
};

export function contentSecurityPolicy({ scripts, styles }: InlineHashes): string {
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'style-src': styles.length > 0 ? styles : ["'none'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    // No script may turn a string into markup or code; React and our islands never do.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

export const securityHeaders = (hashes: InlineHashes): Record<string, string> => ({
  'Content-Security-Policy': contentSecurityPolicy(hashes),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  // Not no-referrer: that would make a form post of our own look foreign (Origin: null).
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
});

/**
 * Sent where visitors come by HTTPS, and meaningless elsewhere. Subdomains are left to the firm: this site cannot know
 * what else lives there.
 */
export const transportHeaders = { 'Strict-Transport-Security': 'max-age=63072000' };

/** A text as Markdown is for programs that want to read it; search engines have the page itself. */
export const markdownHeaders = { 'X-Robots-Tag': 'noindex' };

/** What the build writes for our server: the headers of everything, and the addresses that share a policy. */
export interface HeaderTable {
  headers: Record<string, string>;
  policies: Record<string, string[]>;
}

/** The headers of an address: a page's policy lets its own inline parts run, and no others. */
export function headersByAddress({ headers, policies }: HeaderTable) {
  const policyOf = new Map(
    Object.entries(policies).flatMap(([policy, addresses]) =>
      addresses.map((address) => [address, { 'Content-Security-Policy': policy }] as const),
    ),
  );
  return (address: string): Record<string, string> => ({
    ...headers,
    ...(address.endsWith('.md') ? markdownHeaders : policyOf.get(address)),
  });
}
