// The command `joinery state copy`.
import { parseDatabaseUrl } from '../dialects/url.ts';
import { copyStore } from '../store/copy.ts';
import { openStore } from '../store/open.ts';
import { withReadableErrors } from './readable-errors.ts';

export function copyState(from: string, to: string): Promise<void> {
  return withReadableErrors(async () => {
    // Opening must not create it: a mistyped name would be copied as an empty store.
    const source = await openStore(parseDatabaseUrl(from), { mustExist: true });
    const target = await openStore(parseDatabaseUrl(to));
    const rows = await copyStore(source, target);
    await source.close();
    await target.close();
    process.stdout.write(`${rows} rows copied to ${target.display}\n`);
  });
}
