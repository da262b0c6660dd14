// Undeclared keys and relations as the caller may see them, and the verdicts on them.
import type { Inferred, InferredDecision, InferredRelation } from '../../contract/inferred.ts';
import { Problem } from '../../contract/problem.ts';
import { adminRole, isAdmin } from '../../identity/rights.ts';
import type { VisibleDatabase } from '../../model/database.ts';
import type { ColumnsOf } from '../../model/inference/measured.ts';
import type { OpenDatabase, Requester } from '../database.ts';
import type { Snapshot } from '../snapshot.ts';

export function inferredOf(open: OpenDatabase, requester: Requester): Promise<Inferred> {
  return open.use(requester, async (snapshot) => visible(snapshot));
}

/** Returns the relation with its new state. */
export async function decide(
  open: OpenDatabase,
  requester: Requester,
  id: string,
  { state }: InferredDecision,
): Promise<InferredRelation> {
  const relation = await open.use(requester, async (snapshot) => {
    const found = relationOf(visible(snapshot), id);
    // It changes what everybody sees.
    if (snapshot.isLimited && !isAdmin(requester.principal.rights)) {
      throw new Problem(
        'forbidden',
        `Relations are confirmed and rejected by users with the role ${adminRole}.`,
      );
    }
    return found;
  });
  const { suspended: _, ...decided } = relation;
  await open.decide({ ...decided, state });
  return relationOf(await inferredOf(open, requester), id);
}

function relationOf({ relations }: Inferred, id: string): InferredRelation {
  const found = relations.find((relation) => relation.id === id);
  if (found === undefined) throw new Problem('not-found', 'There is no inferred relation with this id.');
  return found;
}

/** Admins see all of it; other users only what concerns columns and rows that they see completely. */
function visible({ fullDatabase, database, isLimited, principal }: Snapshot): Inferred {
  const { keys, relations } = fullDatabase.inferred ?? { keys: [], relations: [] };
  const isAll = !isLimited || isAdmin(principal.rights);
  const isSeen = (at: ColumnsOf) => isAll || isFullyVisible(database, at);
  return {
    keys: keys.filter(isSeen).map(copied),
    relations: relations
      .filter((relation) => isSeen(relation) && isSeen(relation.references))
      .map(({ id, references, evidence, state, suspended, ...own }) => ({
        id,
        ...copied(own),
        references: copied(references),
        evidence,
        state,
        ...(suspended !== undefined && { suspended }),
      })),
  };
}

/** The evidence counts rows, so all of them must be visible. */
function isFullyVisible({ entities }: VisibleDatabase, { entity: name, columns }: ColumnsOf): boolean {
  const entity = entities.get(name);
  if (entity === undefined) return false;
  const { restriction } = entity;
  return columns.every((column) => {
    const isPartial = restriction?.partial.has(column) === true;
    return entity.column.has(column) && (restriction?.rows ?? null) === null && !isPartial;
  });
}

function copied({ entity, columns }: ColumnsOf): { entity: string; columns: string[] } {
  return { entity, columns: [...columns] };
}
