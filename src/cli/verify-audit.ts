// `joinery audit verify`: whether the audit log in a state store is whole.
import { Audit } from '../app/audit/audit.ts';
import { ChainCheck } from '../app/audit/chain.ts';
import { DatabaseUrlError, parseDatabaseUrl } from '../dialects/url.ts';
import { storeFor } from '../store/open.ts';
import { StoreError } from '../store/store.ts';
import { demoUrl } from './demo.ts';
import { runtimeError, StartFailure, usageError } from './failure.ts';

/** The store is found as the service finds it: by its address, or by that of the database. */
export async function printAuditCheck(
  database: string | undefined,
  state: string | undefined,
): Promise<void> {
  const check = new ChainCheck();
  try {
    const store = await storeFor(state, parseDatabaseUrl(database ?? demoUrl()));
    try {
      for await (const line of new Audit(store, () => {}).lines()) {
        const broken = check.next(line);
        if (broken !== null) throw new StartFailure(`The audit log is not whole: ${broken}.`, runtimeError);
      }
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof DatabaseUrlError)
      throw new StartFailure(error.message, usageError, { cause: error });
    if (error instanceof StoreError) throw new StartFailure(error.message, runtimeError, { cause: error });
    throw error;
  }
  process.stdout.write(`The audit log is whole. Entries: ${check.count}.\n`);
}
