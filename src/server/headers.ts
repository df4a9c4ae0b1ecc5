/** The one table of security headers: the server sends it, and `_headers` carries it to static hosts. */
export interface InlineHashes {
  scripts: string[];
  styles: string[];
}

export function contentSecurityPolicy({ scripts, styles }: InlineHashes): string {
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'style-src': styles,
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

/** Those that only a document obeys. */
export const documentHeaders = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Permissions-Policy',
  'Referrer-Policy',
];
