/** A connection to a SQLite file, configured like the service's readers. */
import { DatabaseFile } from '../../src/dialects/base/file.ts';
import { openReader, type Reader } from '../../src/dialects/sqlite/readers/open.ts';

export function readerOf(path: string): Reader {
  return openReader({ file: new DatabaseFile(path), expected: null, busyTimeoutMs: 0, tick: () => {} });
}
