import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { expect, it } from 'vitest';
import { readPolicy } from '../../../tests/support/policy.ts';
import { contentSecurityPolicy, securityHeaders } from './headers.ts';

const hashes = { scripts: ["'sha256-script1'", "'sha256-script2'"], styles: ["'sha256-style'"] };
const nothing = { scripts: [], styles: [] };

it('the policy lets run what is ours or was hashed, and nothing else', () => {
  const policy = readPolicy(contentSecurityPolicy(hashes));
  expect(Object.fromEntries(policy)).toMatchObject({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes.scripts],
    'style-src': hashes.styles,
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  });
  // No foreign host, no wildcard, nothing unsafe; data: for pictures alone.
  for (const [name, sources] of policy)
    for (const source of sources)
      expect(source).toMatch(name === 'img-src' ? /^('self'|data:)$/ : /^'(none|self|script|sha256-\w+)'$/);
  expect(readPolicy(contentSecurityPolicy(nothing)).get('style-src')).toEqual(["'none'"]);
});

it.each([
  ['a page', hashes],
  ['anything else', nothing],
])(
  'the policy of %s gives Google’s evaluator nothing to say but that our own files must be ours',
  (_, inline) => {
    const { csp } = new CspParser(contentSecurityPolicy(inline));
    const findings = new CspEvaluator(csp).evaluate();
    expect(findings.map(({ directive, value, severity }) => [directive, value, severity])).toEqual([
      ['script-src', "'self'", Severity.MEDIUM_MAYBE],
    ]);
  },
);

it('the security headers carry the policy and close the usual doors', () => {
  const headers = securityHeaders(hashes);
  expect(headers).toMatchObject({
    'Content-Security-Policy': contentSecurityPolicy(hashes),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // A form of our own is known as ours.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
  });
  expect(headers['Permissions-Policy']).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
  for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]+$/);
});
