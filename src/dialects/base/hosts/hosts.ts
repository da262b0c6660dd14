// Several hosts of the same database: which one is written to, and which may serve a read. Each is polled continually,
// so changes are noticed within a moment.
import { setTimeout as delay } from 'node:timers/promises';
import type { HostProbe, HostState, ReadPreference } from '../../dialect.ts';
import type { ReadPlaces } from '../../url-hosts.ts';
import type { Host } from './host.ts';

/** The most milestones kept within the allowed lag of a replica. */
const maxMilestones = 64;

export interface HostsOptions {
  readonly probe: HostProbe;
  readonly reads: ReadPlaces;
  readonly maxLagMs: number;
  /** The polling interval for each host. */
  readonly pollMs: number;
  readonly onWarning: (message: string) => void;
}

export interface ReadPlace {
  readonly host: Host;
  /** Whether the read has to wait for commits made on other hosts. */
  readonly waits: boolean;
}

/** The primary's position at the time of a poll. */
interface Milestone {
  readonly polledAt: number;
  readonly position: string;
}

export class Hosts {
  readonly all: readonly Host[];
  readonly #options: HostsOptions;
  /** Oldest first. */
  #milestones: Milestone[] = [];
  #primary: Host | null = null;
  /** The most recent primary. */
  #lastPrimary: Host | null = null;
  /** The hosts that may be read besides the primary. */
  #readable: readonly Host[] = [];
  #next = 0;
  readonly #polls = new Map<Host, Promise<void>>();
  readonly #reported = new Map<Host, string>();
  readonly #closed = new AbortController();

  constructor(all: readonly Host[], options: HostsOptions) {
    this.all = all;
    this.#options = options;
  }

  /** Resolves when each host has been polled once. */
  async begin(): Promise<void> {
    await Promise.all(this.all.map((host) => this.#poll(host)));
    // A replica that answered before the primary had nothing to be compared with.
    await Promise.all(
      this.all.filter(({ state }) => state?.role === 'replica').map((host) => this.#poll(host)),
    );
    for (const host of this.all) void this.#keepPolling(host);
  }

  /** The host that takes changes; null if there is none. */
  get primary(): Host | null {
    return this.#primary;
  }

  /** The hosts that may answer, in order of preference. */
  places({ from, since }: ReadPreference): readonly ReadPlace[] {
    const primary = this.#primary;
    const first = primary === null ? [] : [{ host: primary, waits: primary.state?.role === 'peer' }];
    if (from === 'primary') return first;
    const { reads } = this.#options;
    const others = this.#inTurn(
      since === null ? this.#readable : this.#readable.filter((host) => this.#has(host, since)),
    ).map((host) => ({ host, waits: false }));
    if (reads === 'primary') return first;
    // A peer takes its turn with the others, and comes last once more: then with everything committed before.
    if (reads === 'standby') return others.filter(({ host }) => host !== primary);
    return from === 'newest' ? [...first, ...others] : [...others, ...first];
  }

  /** The host failed a request: poll it at once. */
  suspect(host: Host): Promise<void> {
    return this.#poll(host);
  }

  /** A position that includes everything committed before this call. */
  async position(): Promise<string | null> {
    const primary = this.#primary;
    if (primary === null) return null;
    // A poll already under way may have been answered before the call.
    await this.#polls.get(primary);
    await this.#poll(primary);
    return this.#primary === primary ? (primary.state?.position ?? null) : null;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.all(this.all.map((host) => host.close()));
  }

  async #keepPolling(host: Host): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      await delay(this.#options.pollMs, null, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) await this.#poll(host);
    }
  }

  /** Concurrent polls of a host share one query. */
  #poll(host: Host): Promise<void> {
    const asking =
      this.#polls.get(host) ??
      this.#pollOnce(host).finally(() => {
        this.#polls.delete(host);
      });
    this.#polls.set(host, asking);
    return asking;
  }

  async #pollOnce(host: Host): Promise<void> {
    const askedAt = performance.now();
    try {
      await host.poll();
    } catch {
      // Reflected in the host's state.
    }
    if (this.#closed.signal.aborted) return;
    this.#primary = this.#findPrimary();
    this.#abandonOldPrimary();
    this.#report(host);
    const position = host === this.#primary ? host.state?.position : null;
    if (typeof position === 'string') this.#addMilestone({ polledAt: askedAt, position });
    this.#readable = this.all.filter((one) => this.#mayBeRead(one));
  }

  #addMilestone(milestone: Milestone): void {
    const { maxLagMs } = this.#options;
    const last = this.#milestones.at(-1);
    const before = this.#milestones.at(-2);
    // Of several milestones at one position the latest is the most useful; a limited number is enough to measure lag.
    const isClose = before !== undefined && milestone.polledAt - before.polledAt < maxLagMs / maxMilestones;
    if (isClose || last?.position === milestone.position) this.#milestones.pop();
    this.#milestones.push(milestone);
    while ((this.#milestones[0]?.polledAt ?? milestone.polledAt) < milestone.polledAt - maxLagMs)
      this.#milestones.shift();
  }

  /** The most recently promoted primary; among peers the first, so that all instances write to the same one. */
  #findPrimary(): Host | null {
    let found: Host | null = null;
    for (const host of this.all) {
      if (host.isReplica || (host.state?.role !== 'primary' && host.state?.role !== 'peer')) continue;
      if (found === null || this.#outranks(host, found)) found = host;
    }
    return found;
  }

  /** Waiting for a replaced primary would be in vain, so its pending changes are aborted; a peer keeps working. */
  #abandonOldPrimary(): void {
    const [old, now] = [this.#lastPrimary, this.#primary];
    if (now === null || now === old) return;
    this.#lastPrimary = now;
    if (old?.state?.role !== 'peer') old?.abortChanges();
  }

  #outranks(host: Host, other: Host): boolean {
    const [one, two] = [host.state, other.state];
    if (one === null || two === null) return two === null;
    if (one.term !== two.term) return one.term > two.term;
    return one.role === 'primary' && host === this.#primary;
  }

  /** A superseded host that still claims to be primary is not used at all. */
  #mayBeRead(host: Host): boolean {
    const { state } = host;
    if (state?.role === 'peer') return true;
    const isReplica = state?.role === 'replica' || (host.isReplica && state?.role === 'primary');
    return isReplica && this.#isFresh(host);
  }

  /** Whether its lag is within the limit, compared with the last known positions of the primary. */
  #isFresh(host: Host): boolean {
    const last = this.#milestones.at(-1);
    // If no primary was ever seen, there is nothing to compare with.
    if (last === undefined) return this.#primary === null;
    return this.#milestones.some(({ position }) => this.#has(host, position));
  }

  #has({ state }: Host, position: string): boolean {
    const own = state?.position ?? null;
    return own !== null && this.#options.probe.includes(own, position);
  }

  #inTurn(hosts: readonly Host[]): Host[] {
    if (hosts.length < 2) return [...hosts];
    this.#next = (this.#next + 1) % hosts.length;
    return [...hosts.slice(this.#next), ...hosts.slice(0, this.#next)];
  }

  /** Warns about a change in a host's state, once. */
  #report(host: Host): void {
    const { state, refusal, display } = host;
    const isLeftBehind = state?.role === 'primary' && host !== this.#primary && !host.isReplica;
    const now = state === null ? 'gone' : isLeftBehind ? 'left behind' : state.role;
    const before = this.#reported.get(host);
    this.#reported.set(host, now);
    if (before === now || (before === undefined && state !== null && !isLeftBehind)) return;
    const reason = refusal instanceof Error ? `: ${refusal.message}` : '';
    this.#options.onWarning(`${display} ${stateMessages[now]}${reason}`);
  }
}

const stateMessages = {
  gone: 'cannot be reached',
  'left behind': 'calls itself the primary and is left out, since another host is',
  primary: 'is now the primary',
  replica: 'is now a replica',
  peer: 'is now a node of the cluster',
  unfit: 'is in a state in which it cannot be asked',
} as const satisfies Record<HostState['role'] | 'gone' | 'left behind', string>;
