// Several hosts that hold the same database: which of them is written to now, and which may be read by whom. Each is
// asked again and again, so that whatever happens to one of them is known within a moment.
import { setTimeout as delay } from 'node:timers/promises';
import type { HostState, HostWords, ReadWish } from '../../dialect.ts';
import type { ReadPlaces } from '../../url-hosts.ts';
import type { Host } from './host.ts';

/** In the time that a replica may be behind. */
const mostMilestones = 64;

export interface HostsOptions {
  readonly words: HostWords;
  readonly reads: ReadPlaces;
  readonly maxLagMs: number;
  /** How often each host is asked. */
  readonly askAgainMs: number;
  readonly onWarning: (message: string) => void;
}

export interface ReadPlace {
  readonly host: Host;
  /** Whether the read has to wait for what was committed on other hosts. */
  readonly waits: boolean;
}

/** Where the primary was when it was asked. */
interface Milestone {
  readonly askedAt: number;
  readonly position: string;
}

export class Hosts {
  readonly all: readonly Host[];
  readonly #options: HostsOptions;
  /** The oldest first. */
  #milestones: Milestone[] = [];
  #primary: Host | null = null;
  /** The last one that there was. */
  #written: Host | null = null;
  /** Those that reads may go to, beside the primary. */
  #readable: readonly Host[] = [];
  #next = 0;
  readonly #asking = new Map<Host, Promise<void>>();
  readonly #told = new Map<Host, string>();
  readonly #closed = new AbortController();

  constructor(all: readonly Host[], options: HostsOptions) {
    this.all = all;
    this.#options = options;
  }

  /** Resolves when each host has been asked once. */
  async begin(): Promise<void> {
    await Promise.all(this.all.map((host) => this.#ask(host)));
    // A replica that answered before the primary could not be compared with it.
    await Promise.all(
      this.all.filter(({ state }) => state?.role === 'replica').map((host) => this.#ask(host)),
    );
    for (const host of this.all) void this.#keepAsking(host);
  }

  /** The host that changes are made on; null while there is none. */
  get primary(): Host | null {
    return this.#primary;
  }

  /** The hosts that may answer, in the order in which they are to be asked. */
  places({ from, since }: ReadWish): readonly ReadPlace[] {
    const primary = this.#primary;
    const first = primary === null ? [] : [{ host: primary, waits: primary.state?.role === 'peer' }];
    if (from === 'primary') return first;
    const { reads } = this.#options;
    const others = this.#inTurn(
      since === null ? this.#readable : this.#readable.filter((host) => this.#has(host, since)),
    ).map((host) => ({ host, waits: false }));
    if (reads === 'primary') return first;
    // A peer is asked like all others, and in the end once more: with all that was committed before.
    if (reads === 'standby') return others.filter(({ host }) => host !== primary);
    return from === 'newest' ? [...first, ...others] : [...others, ...first];
  }

  /** It failed somebody: it is asked at once. */
  suspect(host: Host): Promise<void> {
    return this.#ask(host);
  }

  /** A position that includes all that was committed before. */
  async position(): Promise<string | null> {
    const primary = this.#primary;
    if (primary === null) return null;
    // A question that is under way may have been answered before.
    await this.#asking.get(primary);
    await this.#ask(primary);
    return this.#primary === primary ? (primary.state?.position ?? null) : null;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.all(this.all.map((host) => host.close()));
  }

  async #keepAsking(host: Host): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      await delay(this.#options.askAgainMs, null, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) await this.#ask(host);
    }
  }

  /** Those who want to know at the same moment share one question. */
  #ask(host: Host): Promise<void> {
    const asking =
      this.#asking.get(host) ??
      this.#askOnce(host).finally(() => {
        this.#asking.delete(host);
      });
    this.#asking.set(host, asking);
    return asking;
  }

  async #askOnce(host: Host): Promise<void> {
    const askedAt = performance.now();
    try {
      await host.ask();
    } catch {
      // Its state tells.
    }
    if (this.#closed.signal.aborted) return;
    this.#primary = this.#findPrimary();
    this.#leaveOldPrimary();
    this.#tell(host);
    const position = host === this.#primary ? host.state?.position : null;
    if (typeof position === 'string') this.#reach({ askedAt, position });
    this.#readable = this.all.filter((one) => this.#mayBeRead(one));
  }

  #reach(milestone: Milestone): void {
    const { maxLagMs } = this.#options;
    const last = this.#milestones.at(-1);
    const before = this.#milestones.at(-2);
    // Of several at the same position the last one tells most, and more than some are not needed to tell a lag.
    const isClose = before !== undefined && milestone.askedAt - before.askedAt < maxLagMs / mostMilestones;
    if (isClose || last?.position === milestone.position) this.#milestones.pop();
    this.#milestones.push(milestone);
    while ((this.#milestones[0]?.askedAt ?? milestone.askedAt) < milestone.askedAt - maxLagMs)
      this.#milestones.shift();
  }

  /** The one that was made primary last; of peers the first one, so that all instances write to the same. */
  #findPrimary(): Host | null {
    let found: Host | null = null;
    for (const host of this.all) {
      if (host.isReplica || (host.state?.role !== 'primary' && host.state?.role !== 'peer')) continue;
      if (found === null || this.#outranks(host, found)) found = host;
    }
    return found;
  }

  /** Whoever still waits for one whose place another has taken would wait in vain; a peer goes on by itself. */
  #leaveOldPrimary(): void {
    const [old, now] = [this.#written, this.#primary];
    if (now === null || now === old) return;
    this.#written = now;
    if (old?.state?.role !== 'peer') old?.giveUpChanges();
  }

  #outranks(host: Host, other: Host): boolean {
    const [one, two] = [host.state, other.state];
    if (one === null || two === null) return two === null;
    if (one.term !== two.term) return one.term > two.term;
    return one.role === 'primary' && host === this.#primary;
  }

  /** Another one that calls itself primary was left behind: it is not asked for anything. */
  #mayBeRead(host: Host): boolean {
    const { state } = host;
    if (state?.role === 'peer') return true;
    const isReplica = state?.role === 'replica' || (host.isReplica && state?.role === 'primary');
    return isReplica && this.#isFresh(host);
  }

  /** Behind by no more than is allowed, going by where the primary was when it was asked last. */
  #isFresh(host: Host): boolean {
    const last = this.#milestones.at(-1);
    // Nothing has ever been heard of a primary: there is nothing to compare it with.
    if (last === undefined) return this.#primary === null;
    return this.#milestones.some(({ position }) => this.#has(host, position));
  }

  #has({ state }: Host, position: string): boolean {
    const own = state?.position ?? null;
    return own !== null && this.#options.words.includes(own, position);
  }

  #inTurn(hosts: readonly Host[]): Host[] {
    if (hosts.length < 2) return [...hosts];
    this.#next = (this.#next + 1) % hosts.length;
    return [...hosts.slice(this.#next), ...hosts.slice(0, this.#next)];
  }

  /** What has changed about a host, once. */
  #tell(host: Host): void {
    const { state, refusal, display } = host;
    const isLeftBehind = state?.role === 'primary' && host !== this.#primary && !host.isReplica;
    const now = state === null ? 'gone' : isLeftBehind ? 'left behind' : state.role;
    const before = this.#told.get(host);
    this.#told.set(host, now);
    if (before === now || (before === undefined && state !== null && !isLeftBehind)) return;
    const reason = refusal instanceof Error ? `: ${refusal.message}` : '';
    this.#options.onWarning(`${display} ${sayings[now]}${reason}`);
  }
}

const sayings = {
  gone: 'cannot be reached',
  'left behind': 'calls itself the primary and is left out, since another host is',
  primary: 'is now the primary',
  replica: 'is now a replica',
  peer: 'is now a node of the cluster',
  unfit: 'is in a state in which it cannot be asked',
} as const satisfies Record<HostState['role'] | 'gone' | 'left behind', string>;
