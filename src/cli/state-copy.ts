// The command `joinery state copy`.
import { existsSync } from 'node:fs';
import { parseDatabaseUrl } from '../dialects/url.ts';
import { copyStore } from '../store/copy.ts';
import { openStore } from '../store/open.ts';
import { StoreError } from '../store/store.ts';
import { telling } from './telling.ts';

export function copyState(from: string, to: string): Promise<void> {
  return telling(async () => {
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
  });
}
