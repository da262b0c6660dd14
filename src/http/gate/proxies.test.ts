import { describe, expect, test } from 'vitest';
import { isProxy, Proxies } from './proxies.ts';

const proxies = new Proxies(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32']);
const client = (remoteAddress: string | undefined, forwarded?: string) =>
  proxies.clientOf({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  });

describe('the client of a request', () => {
  test.each([
    ['the sender if there is no proxy', '192.0.2.1', undefined, '192.0.2.1'],
    ['not the address that a stranger names', '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['the address that a proxy names', '10.1.2.3', '198.51.100.7', '198.51.100.7'],
    [
      'the address that the first of several proxies names',
      '10.1.2.3',
      '198.51.100.7, 10.9.9.9',
      '198.51.100.7',
    ],
    ['not the address that the client itself names', '10.1.2.3', '203.0.113.1, 198.51.100.7', '198.51.100.7'],
    ['the proxy if it names nobody', '10.1.2.3', undefined, '10.1.2.3'],
    ['the proxy if it names nonsense', '10.1.2.3', 'unknown', '10.1.2.3'],
    ['the last valid address before nonsense', '10.1.2.3', 'unknown, 10.9.9.9', '10.9.9.9'],
    ['an IPv6 client of an IPv6 proxy', '2001:db8::1', '2001:db9::7', '2001:db9::7'],
    [
      'an IPv4 address in the notation of IPv6 sockets',
      '::ffff:127.0.0.1',
      '::ffff:198.51.100.7',
      '198.51.100.7',
    ],
    ['an address without its port', '10.1.2.3', '198.51.100.7:4711', '198.51.100.7'],
    ['an IPv6 address without its port', '10.1.2.3', '[2001:db9::7]:4711', '2001:db9::7'],
    ['nobody if the socket is gone', undefined, '198.51.100.7', ''],
  ])('is %s', (_what, remoteAddress, forwarded, expected) => {
    expect(client(remoteAddress, forwarded)).toBe(expected);
  });
});

test.each(['10.0.0.7', '10.0.0.0/8', '::1', '2001:db8::/32', '0.0.0.0/0'])(
  '%s is an address or a network',
  (text) => {
    expect(isProxy(text)).toBe(true);
    expect(() => new Proxies([text])).not.toThrow();
  },
);

test.each(['', 'proxy.example', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0.0/x', '10.0.0'])(
  '%j is neither an address nor a network',
  (text) => {
    expect(isProxy(text)).toBe(false);
  },
);
