// Changes on a database of several hosts: made on the one that is the primary now, and on no other.
import { Problem } from '../../../contract/problem.ts';
import {
  type Fate,
  OutcomeUnknown,
  type TransactOptions,
  type Work,
  type Writer,
  type WriterOptions,
} from '../../writer.ts';
import { type Host, isOfHost } from './host.ts';
import type { Hosts } from './hosts.ts';

export class HostsWriter implements Writer {
  readonly #hosts: Hosts;
  readonly #options: WriterOptions;

  constructor(hosts: Hosts, options: WriterOptions) {
    this.#hosts = hosts;
    this.#options = options;
  }

  /** Nothing is tried on another host: who changes something is told, and asks again. */
  transact<T>(work: Work<T>, options: TransactOptions<T> = {}): Promise<T> {
    return this.#onPrimary((writer) => writer.transact(work, options));
  }

  fateOf(mark: string): Promise<Fate> {
    return this.#onPrimary((writer) => writer.fateOf(mark));
  }

  position(): Promise<string | null> {
    return this.#hosts.position();
  }

  async close(): Promise<void> {
    await Promise.all(this.#hosts.all.map((host) => host.closeWriter()));
  }

  async #onPrimary<T>(work: (writer: Writer) => Promise<T>): Promise<T> {
    const host = this.#hosts.primary;
    if (host === null) throw noPrimary();
    try {
      return await work(await this.#writerOf(host));
    } catch (error) {
      if (isOfHost(error) || error instanceof OutcomeUnknown) void this.#hosts.suspect(host);
      throw error;
    }
  }

  #writerOf(host: Host): Promise<Writer> {
    return host.writer(this.#options);
  }
}

function noPrimary(): Problem {
  return new Problem('database-unavailable', 'No host of the database takes changes at the moment.', {
    retryAfter: 2,
  });
}
