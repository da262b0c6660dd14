/** A connection to a SQLite file, as a reader of the service has it. */
import { DatabaseFile } from '../../src/dialects/base/file.ts';
import { openReader, type Reader } from '../../src/dialects/sqlite/readers/open.ts';

export function readerOf(path: string): Reader {
  return openReader({ file: new DatabaseFile(path), expected: null, busyTimeoutMs: 0, tick: () => {} });
}
