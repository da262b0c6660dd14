// `joinery audit verify`: whether the audit log in a state store is whole.
import { Audit } from '../app/audit/audit.ts';
import { ChainCheck } from '../app/audit/chain.ts';
import { storeFor } from '../store/open.ts';
import { demoUrl } from './demo.ts';
import { runtimeError, StartFailure } from './failure.ts';
import { databaseUrl } from './sources.ts';
import { telling } from './telling.ts';

/** The store is found as the service finds it: by its address, or by that of the database. */
export function printAuditCheck(database: string | undefined, state: string | undefined): Promise<void> {
  return telling(async () => {
    const check = new ChainCheck();
    const store = await storeFor(state, databaseUrl(database ?? demoUrl()));
    try {
      for await (const line of new Audit(store, () => {}).lines()) {
        const broken = check.next(line);
        if (broken !== null) throw new StartFailure(`The audit log is not whole: ${broken}.`, runtimeError);
      }
    } finally {
      await store.close();
    }
    process.stdout.write(`The audit log is whole. Entries: ${check.count}.\n`);
  });
}
