// `joinery audit verify`: checks the audit log in a state store for completeness.
import type { LastEntry } from '../app/audit/rows.ts';
import { verifyAudit } from '../app/audit/verify.ts';
import { existingStore } from '../store/open.ts';
import { demoUrl } from './demo.ts';
import { runtimeError, StartFailure, usageError } from './failure.ts';
import { withReadableErrors } from './readable-errors.ts';
import { databaseUrl } from './sources.ts';

/** Finds the store as the service does: by its own URL, or by the database's. A missing store fails the check. */
export function printAuditCheck(
  database: string | undefined,
  state: string | undefined,
  holds: string | undefined,
): Promise<void> {
  return withReadableErrors(async () => {
    const noted = holds === undefined ? null : readEntry(holds);
    if (state === undefined && database === undefined) {
      throw new StartFailure('Name the store with --state, or the database with --database.', usageError);
    }
    const store = await existingStore(state, databaseUrl(database ?? demoUrl()));
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

/** An entry as printed: its number and its hash. */
function readEntry(text: string): LastEntry {
  const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  if (seq !== undefined && hash !== undefined) return { seq: Number(seq), hash };
  throw new StartFailure(
    '--holds takes an entry as audit verify prints it: its number, a colon, its hash.',
    usageError,
  );
}
