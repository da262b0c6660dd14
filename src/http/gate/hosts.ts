// Which hosts the service answers for, and the base address of its links. A page of another site that has
// its own name resolve to our address (DNS rebinding) is stopped here.

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Problem } from '../../contract/problem.ts';
import { type Links, linksUnder } from '../answer/links.ts';

/** Any request, the framework's or the bare one. */
type Addressed = Pick<IncomingMessage, 'headers'>;

/** A request whose host is to be checked. */
type Arriving = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'>;

export interface HostRules {
  /** Begins all links, without a slash at its end; null means that the request's host does. */
  readonly baseUrl: string | null;
  /** Names beside localhost and IP addresses. */
  readonly allowedHosts: readonly string[];
}

const hostSyntax = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/;

export class Hosts {
  readonly #baseUrl: string | null;
  readonly #allowed: ReadonlySet<string>;
  /** By the host as requests name it. */
  readonly #links = new Map<string | undefined, Links>();
  /** The host that was looked at last and found right: the next request names it too. */
  #accepted: string | null = null;

  constructor({ baseUrl, allowedHosts }: HostRules) {
    this.#baseUrl = baseUrl;
    const ofBase = baseUrl === null ? [] : [new URL(baseUrl).hostname];
    this.#allowed = new Set(['localhost', ...allowedHosts, ...ofBase].map((name) => name.toLowerCase()));
  }

  check({ headers, rawHeaders, httpVersion }: Arriving): void {
    const { host = '' } = headers;
    // Node joins several Host headers, so the text is none of the accepted hosts.
    if (host === this.#accepted) return;
    const named = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
    // Choosing one of them would be a guess, and a proxy in front of us may guess differently.
    if (named > 1) throw new Problem('malformed-request', 'The request names more than one host.');
    if (named === 0 && httpVersion === '1.1') {
      throw new Problem('malformed-request', 'The request names no host.');
    }
    const [, name, port = '0'] = hostSyntax.exec(host.toLowerCase()) ?? [];
    const isAddress = name !== undefined && Number(port) <= 65_535;
    if (isAddress && (this.#allowed.has(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0)) {
      this.#accepted = host;
      return;
    }
    throw new Problem(
      'unknown-host',
      'The service does not answer for the host that the request names. Start it with --allowed-host and that name, or with --base-url, if this is right.',
    );
  }

  /** For a request that will be refused for another reason anyway. */
  refusalOf(request: Arriving): Problem | null {
    try {
      this.check(request);
      return null;
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }

  /** Only for requests whose host has been checked. */
  links({ headers: { host } }: Addressed): Links {
    const known = this.#links.get(host);
    if (known) return known;
    // Ports allow endlessly many hosts; a small memory is enough for the few real ones.
    if (this.#links.size >= 64) this.#links.clear();
    const links = linksUnder(this.#baseUrl ?? `http://${host?.toLowerCase()}`);
    this.#links.set(host, links);
    return links;
  }

  /**
   * The base address, where it can be no other service's: it was told at the start, or is the very address that the
   * connection came to. Null where it is only what the request says.
   */
  certainBase(request: IncomingMessage): string | null {
    if (this.#baseUrl !== null) return this.#baseUrl;
    const { localAddress = '', localPort } = request.socket;
    const [, name = '', port = '80'] = hostSyntax.exec(request.headers.host?.toLowerCase() ?? '') ?? [];
    const address = localAddress.replace(/^::ffff:/, '');
    const isThisMachine = address === '::1' || address.startsWith('127.');
    const isHere = name === 'localhost' ? isThisMachine : name.replace(/^\[(.*)\]$/, '$1') === address;
    return isHere && Number(port) === localPort ? this.links(request).base : null;
  }

  /** The origins whose pages are our own. */
  isOwnOrigin(request: Addressed, origin: string): boolean {
    if (this.#baseUrl !== null && origin === new URL(this.#baseUrl).origin) return true;
    return origin === `http://${request.headers.host?.toLowerCase()}`;
  }
}
