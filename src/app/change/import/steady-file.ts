// Refuses a file that is empty or that changes while it is read: its rows would be of two states, or cut off.
import { stat } from 'node:fs/promises';
import { type Table, UnreadableTable } from '../../../tabular/table.ts';

export type FileState = string;

/** Throws `UnreadableTable` if it has no bytes. */
export async function fileStateOf(path: string): Promise<FileState> {
  const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
  if (size === 0n) throw new UnreadableTable('it is empty');
  return [dev, ino, size, mtimeNs].join();
}

/** The same table; reading it to the end throws `UnreadableTable` if the file is no longer in that state. */
export function steady(table: Table, path: string, state: FileState): Table {
  const { name, isHidden } = table;
  const check = async (cause?: unknown) => {
    const now = await fileStateOf(path).catch(() => null);
    if (now !== state) throw new UnreadableTable('it changed while it was read', { cause });
  };
  return {
    name,
    ...(isHidden === undefined ? {} : { isHidden }),
    async *batches() {
      try {
        yield* table.batches();
      } catch (error) {
        // A row that was half written is no mistake of the file.
        await check(error);
        throw error;
      }
      await check();
    },
  };
}
