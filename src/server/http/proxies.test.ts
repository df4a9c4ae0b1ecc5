import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { visitorAddress } from './proxies.ts';

describe('the visitor’s address', () => {
  const proxies = ['127.0.0.1/32', '10.0.0.0/8', '::1/128'].map((range) => ipaddr.parseCIDR(range));

  it.each([
    ['without a proxy', '192.0.2.1', undefined, '192.0.2.1'],
    ['from somebody who writes the header', '192.0.2.1', '203.0.113.9', '192.0.2.1'],
    ['behind our proxy', '127.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['behind our proxy on a socket of version 6', '::ffff:127.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['behind two of ours', '127.0.0.1', '192.0.2.1, 10.1.2.3', '192.0.2.1'],
    ['with a header that was begun by the visitor', '127.0.0.1', '203.0.113.9, 192.0.2.1', '192.0.2.1'],
    ['with nonsense in the header', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['with nonsense before an address', '127.0.0.1', 'x, 192.0.2.1', '192.0.2.1'],
    ['behind a proxy that writes the port', '127.0.0.1', '192.0.2.1:51234', '192.0.2.1'],
    ['of version 6 with a port', '127.0.0.1', '[2001:db8::1]:51234', '2001:db8::1'],
    ['of version 6 in brackets', '127.0.0.1', '[2001:db8::1]', '2001:db8::1'],
    ['behind two of ours that write ports', '127.0.0.1', '192.0.2.1:1, 10.1.2.3:2', '192.0.2.1'],
    ['with an empty header', '127.0.0.1', '', '127.0.0.1'],
  ])('%s', (_, socket, header, address) => {
    expect(visitorAddress(socket, header, proxies)).toBe(address);
  });

  it('is never the header’s where no proxy is named', () => {
    expect(visitorAddress('127.0.0.1', '192.0.2.1', [])).toBe('127.0.0.1');
  });
});
