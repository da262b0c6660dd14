// The command `joinery state copy`.
import { existsSync } from 'node:fs';
import { DatabaseUrlError, parseDatabaseUrl } from '../dialects/url.ts';
import { copyStore } from '../store/copy.ts';
import { openStore } from '../store/open.ts';
import { StoreError } from '../store/store.ts';
import { runtimeError, StartFailure, usageError } from './failure.ts';

export async function copyState(from: string, to: string): Promise<void> {
  try {
    const { dialect, database, display } = parseDatabaseUrl(from);
    // To open it would make it, and a mistyped name would be copied as a store with nothing in it.
    if (dialect === 'sqlite' && !existsSync(database)) {
      throw new StoreError(`There is no state store ${display}.`);
    }
    const source = await openStore(parseDatabaseUrl(from));
    const target = await openStore(parseDatabaseUrl(to));
    const rows = await copyStore(source, target);
    await source.close();
    await target.close();
    process.stdout.write(`${rows} rows copied to ${target.display}\n`);
  } catch (error) {
    if (error instanceof StoreError) throw new StartFailure(error.message, runtimeError, { cause: error });
    if (error instanceof DatabaseUrlError)
      throw new StartFailure(error.message, usageError, { cause: error });
    throw error;
  }
}
