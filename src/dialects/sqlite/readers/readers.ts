// The readers of a path, whichever file is there over time.
import type { ConnectOptions } from '../../dialect.ts';
import type { DatabaseUrl } from '../../url.ts';
import { ProcessPool } from './processes.ts';
import type { ReaderSetup } from './protocol.ts';
import { ThreadPool } from './threads.ts';

/**
 * The page cache, in kilobytes, that all readers together keep between short reads, and the minimum for each. Pages
 * that are not cached are copied from the system again and again: sorting the rows of a key that matches 2 % of 300,000
 * took 17 ms with 16 MB for each of two readers, and 9.5 with 64. Streams need few pages.
 */
const allPages = 128 * 1024;
const minPages = 16 * 1024;

export class Readers {
  readonly path: string;
  readonly threads: ThreadPool;
  readonly processes: ProcessPool;

  constructor(url: DatabaseUrl, options: ConnectOptions, busyTimeoutMs: number) {
    const { poolSize: size, poolWaitMs: waitMs, statementTimeoutMs: timeoutMs, onWarning } = options;
    const shortPages = Math.max(minPages, Math.floor(allPages / size));
    const setup: ReaderSetup = { file: url.database, busyTimeoutMs, timeoutMs, shortPages };
    this.path = url.database;
    this.threads = new ThreadPool(setup, { size, waitMs, onWarning });
    this.processes = new ProcessPool(setup, size, waitMs);
  }
}
