// `joinery audit verify`: whether the audit log in a state store is whole.
import type { LastEntry } from '../app/audit/rows.ts';
import { verifyAudit } from '../app/audit/verify.ts';
import { keptStore } from '../store/open.ts';
import { demoUrl } from './demo.ts';
import { runtimeError, StartFailure, usageError } from './failure.ts';
import { databaseUrl } from './sources.ts';
import { telling } from './telling.ts';

/** The store is found as the service finds it: by its address, or by that of the database. One that is not there is not whole. */
export function printAuditCheck(
  database: string | undefined,
  state: string | undefined,
  holds: string | undefined,
): Promise<void> {
  return telling(async () => {
    const noted = holds === undefined ? null : readEntry(holds);
    if (state === undefined && database === undefined) {
      throw new StartFailure('Name the store with --state, or the database with --database.', usageError);
    }
    const store = await keptStore(state, databaseUrl(database ?? demoUrl()));
    try {
      const { count, last, broken } = await verifyAudit(store, noted);
      if (broken !== null) throw new StartFailure(`The audit log is not whole: ${broken}.`, runtimeError);
      process.stdout.write(`The audit log is whole. Entries: ${count}.\n`);
      if (last !== null) process.stdout.write(`Last entry: ${last.seq}:${last.hash}\n`);
    } finally {
      await store.close();
    }
  });
}

/** As it was printed: the number and the hash of an entry. */
function readEntry(text: string): LastEntry {
  const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  if (seq !== undefined && hash !== undefined) return { seq: Number(seq), hash };
  throw new StartFailure(
    '--holds takes an entry as audit verify prints it: its number, a colon, its hash.',
    usageError,
  );
}
