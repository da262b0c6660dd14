// An address as an OAuth resource: the audience of the identity provider's tokens, and where clients discover that
// provider (RFC 9728).
import type { IncomingMessage } from 'node:http';
import type { Hosts } from './hosts.ts';

const wellKnown = '/.well-known/oauth-protected-resource';

type Addressed = Pick<IncomingMessage, 'headers'>;

export class ProtectedResource {
  readonly #hosts: Hosts;
  readonly #path: string;

  constructor(hosts: Hosts, path: string) {
    this.#hosts = hosts;
    this.#path = path;
  }

  /** The path of each resource (this address, and the whole service) by the path of its description. */
  get descriptions(): ReadonlyMap<string, string> {
    return new Map([
      [wellKnown, ''],
      [`${wellKnown}${this.#path}`, this.#path],
    ]);
  }

  /**
   * Empty if the base address is not certainly ours: a token made out for another service must not be accepted here.
   */
  audiencesOf(request: IncomingMessage): readonly string[] {
    const base = this.#hosts.certainBase(request);
    return base === null ? [] : [`${base}${this.#path}`, base];
  }

  /** Tells a client without a valid token where to learn how to get one. */
  challengeOf(request: Addressed): string {
    const { base } = this.#hosts.links(request);
    const isRefused = /^bearer /i.test(request.headers.authorization ?? '');
    const why = isRefused ? ', error="invalid_token"' : '';
    return `Bearer resource_metadata="${base}${wellKnown}${this.#path}"${why}`;
  }
}
