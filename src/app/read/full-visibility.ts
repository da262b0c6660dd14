// Whether the caller may see everything that a statement reads, so that the engine's plan may be shown.
import type { VisibleDatabase } from '../../model/database.ts';
import type { Statement } from '../../query/dialect/statement.ts';

export function isFullyVisible({ entities }: VisibleDatabase, statement: Statement): boolean {
  return statement.entities.every((name) => entities.get(name)?.restriction === null);
}
