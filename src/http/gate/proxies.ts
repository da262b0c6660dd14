// The trusted proxies. The client addresses they report are used for rate limits and the log, never for links.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

type Sent = Pick<IncomingMessage, 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

export class Proxies {
  readonly #trusted = new BlockList();
  readonly #none: boolean;
  /** The peer of the previous request and its address: consecutive requests often share a peer. */
  #peer: string | undefined;
  #ofPeer = '';

  /** Addresses or networks such as `10.0.0.0/8`, well formed. */
  constructor(trusted: readonly string[]) {
    this.#none = trusted.length === 0;
    for (const text of trusted) {
      const [address = '', bits] = text.split('/');
      if (bits === undefined) this.#trusted.addAddress(address, familyOf(address));
      else this.#trusted.addSubnet(address, Number(bits), familyOf(address));
    }
  }

  /**
   * The last address that is not a trusted proxy's. Each proxy appends the address it was called from to
   * `X-Forwarded-For`, so entries forged by the client come earlier and are not reached.
   */
  clientOf({ headers, socket }: Sent): string {
    const { remoteAddress } = socket;
    if (remoteAddress !== this.#peer) {
      this.#peer = remoteAddress;
      this.#ofPeer = plain(remoteAddress ?? '');
    }
    let client = this.#ofPeer;
    if (this.#none) return client;
    const named = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    while (this.#isTrusted(client)) {
      const next = plain(named.pop() ?? '');
      if (isIP(next) === 0) break;
      client = next;
    }
    return client;
  }

  #isTrusted(address: string): boolean {
    return isIP(address) !== 0 && this.#trusted.check(address, familyOf(address));
  }
}

export function isProxy(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/** Without the port that some proxies add, and without the IPv6 form of an IPv4 address. */
function plain(text: string): string {
  const address = text.trim().replace(/^\[(.*)\](:\d+)?$/, '$1');
  return address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
