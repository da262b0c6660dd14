// Changes to a database on several hosts, made only on the current primary.
import { Problem } from '../../../contract/problem.ts';
import {
  OutcomeUnknown,
  type TransactionOutcome,
  type TransactOptions,
  type Work,
  type Writer,
  type WriterOptions,
} from '../../writer.ts';
import { type Host, isHostFailure } from './host.ts';
import type { Hosts } from './hosts.ts';

export class HostsWriter implements Writer {
  readonly #hosts: Hosts;
  readonly #options: WriterOptions;

  constructor(hosts: Hosts, options: WriterOptions) {
    this.#hosts = hosts;
    this.#options = options;
  }

  /** Changes are not retried on another host: the client gets the error and has to try again. */
  transact<T>(work: Work<T>, options: TransactOptions<T> = {}): Promise<T> {
    return this.#onPrimary((writer) => writer.transact(work, options));
  }

  outcomeOf(mark: string): Promise<TransactionOutcome> {
    return this.#onPrimary((writer) => writer.outcomeOf(mark));
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
      if (isHostFailure(error) || error instanceof OutcomeUnknown) void this.#hosts.suspect(host);
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
