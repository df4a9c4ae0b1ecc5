import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../../tests/support/policy.ts';
import { contentSecurityPolicy, documentHeaders, securityHeaders } from './headers.ts';

const hashes = { scripts: ["'sha256-script1'", "'sha256-script2'"], styles: ["'sha256-style'"] };

describe('the content security policy', () => {
  const policy = readPolicy(contentSecurityPolicy(hashes));

  it('forbids what it does not name', () => expect(policy.get('default-src')).toEqual(["'none'"]));

  it('lets only our own and the hashed scripts and styles run', () => {
    expect(policy.get('script-src')).toEqual(["'self'", ...hashes.scripts]);
    expect(policy.get('style-src')).toEqual(hashes.styles);
  });

  it('lets no style run where there is none', () => {
    expect(contentSecurityPolicy({ scripts: [], styles: [] })).toContain("; style-src 'none'; ");
  });

  it('names no foreign host, no wildcard and nothing unsafe', () => {
    const sources = [...policy.values()].flat();
    expect(sources.length).toBeGreaterThan(9);
    for (const source of sources) expect(source).toMatch(/^('none'|'self'|'script'|'sha256-\w+'|data:)$/);
  });

  it.each([
    ['a page', hashes],
    ['anything else', { scripts: [], styles: [] }],
  ])('of %s gives Google’s evaluator nothing to say but that our own files must be ours', (_, inline) => {
    const { csp } = new CspParser(contentSecurityPolicy(inline));
    const findings = new CspEvaluator(csp).evaluate();
    expect(findings.map(({ directive, value, severity }) => [directive, value, severity])).toEqual([
      ['script-src', "'self'", Severity.MEDIUM_MAYBE],
    ]);
  });

  it('keeps forms, frames and the base address at home', () => {
    expect(policy.get('form-action')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
  });

  it('lets no script turn a string into markup or code', () => {
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(policy.get('trusted-types')).toEqual(["'none'"]);
  });

  it('allows data: only for pictures', () => {
    const holders = [...policy].filter(([, sources]) => sources.includes('data:'));
    expect(holders.map(([name]) => name)).toEqual(['img-src']);
  });
});

describe('the security headers', () => {
  const headers = securityHeaders(hashes);

  it('carry the policy and close the usual doors', () => {
    expect(headers).toMatchObject({
      'Content-Security-Policy': contentSecurityPolicy(hashes),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    expect(headers['Permissions-Policy']).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
  });

  it('let a form of our own be known as ours', () => {
    expect(headers['Referrer-Policy']).toBe('strict-origin-when-cross-origin');
  });

  it('that only a document obeys are among them, and what guards every file is not', () => {
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(documentHeaders));
    expect(documentHeaders).not.toContain('X-Content-Type-Options');
    expect(documentHeaders).not.toContain('Cross-Origin-Resource-Policy');
  });

  it('are lines that a header can hold', () => {
    for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]+$/);
  });
});
