// Which hosts the service answers for, and the base address of its links. Stops DNS rebinding: a foreign page whose
// host name resolves to our address.

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Problem } from '../../contract/problem.ts';
import { type Links, linksUnder } from '../answer/links.ts';

/** Any request, the framework's or Node's. */
type Addressed = Pick<IncomingMessage, 'headers'>;

/** A request whose host is to be checked. */
type Arriving = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'>;

export interface HostRules {
  /** The prefix of all links, without a trailing slash; null means to use the request's host. */
  readonly baseUrl: string | null;
  /** Allowed names besides localhost and IP addresses. */
  readonly allowedHosts: readonly string[];
}

const hostSyntax = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/;

export class Hosts {
  readonly #baseUrl: string | null;
  readonly #allowed: ReadonlySet<string>;
  /** By the Host header. */
  readonly #links = new Map<string | undefined, Links>();
  /** The last host that was accepted: the next request usually names it too. */
  #accepted: string | null = null;

  constructor({ baseUrl, allowedHosts }: HostRules) {
    this.#baseUrl = baseUrl;
    const ofBase = baseUrl === null ? [] : [new URL(baseUrl).hostname];
    this.#allowed = new Set(['localhost', ...allowedHosts, ...ofBase].map((name) => name.toLowerCase()));
  }

  check({ headers, rawHeaders, httpVersion }: Arriving): void {
    const { host = '' } = headers;
    // Node joins several Host headers, so the joined text never equals an accepted host.
    if (host === this.#accepted) return;
    const named = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
    // Choosing one would be a guess, and a proxy in front may guess differently.
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

  /** For a request that will be refused anyway. */
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
    // Ports make the number of hosts unbounded; a small cache holds the few real ones.
    if (this.#links.size >= 64) this.#links.clear();
    const links = linksUnder(this.#baseUrl ?? `http://${host?.toLowerCase()}`);
    this.#links.set(host, links);
    return links;
  }

  /**
   * The base address if it is certainly ours: configured at the start, or the address that the connection came to.
   * Null if only the request claims it.
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

  /** Whether pages of this origin are ours. */
  isOwnOrigin(request: Addressed, origin: string): boolean {
    if (this.#baseUrl !== null && origin === new URL(this.#baseUrl).origin) return true;
    return origin === `http://${request.headers.host?.toLowerCase()}`;
  }
}
