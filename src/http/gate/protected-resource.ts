// An address as OAuth knows it: what tokens of the identity provider are made out for, and where a program reads which
// provider that is (RFC 9728).
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

  /** By the path at which it is described, the path of each resource: this address, and the service as a whole. */
  get descriptions(): ReadonlyMap<string, string> {
    return new Map([
      [wellKnown, ''],
      [`${wellKnown}${this.#path}`, this.#path],
    ]);
  }

  /** Nothing where another service could be meant: whoever gets a token there must not be able to use it here. */
  audiencesOf(request: IncomingMessage): readonly string[] {
    const base = this.#hosts.certainBase(request);
    return base === null ? [] : [`${base}${this.#path}`, base];
  }

  /** Tells a program without a good token where it learns to get one. */
  challengeOf(request: Addressed): string {
    const { base } = this.#hosts.links(request);
    const isRefused = /^bearer /i.test(request.headers.authorization ?? '');
    const why = isRefused ? ', error="invalid_token"' : '';
    return `Bearer resource_metadata="${base}${wellKnown}${this.#path}"${why}`;
  }
}
