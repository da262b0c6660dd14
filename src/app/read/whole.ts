// Whether a statement reads only what whoever asks may see all of, so that the engine may be asked about it.
import type { SeenDatabase } from '../../model/database.ts';
import type { Statement } from '../../query/dialect/statement.ts';

export function isWhole({ entities }: SeenDatabase, statement: Statement): boolean {
  return statement.entities.every((name) => entities.get(name)?.restriction === null);
}
