// Drafts that can compile every kind of plan value.
import type { Bindings } from '../bind.ts';
import type { SqlDialect } from '../dialect/sql.ts';
import type { FilterBindings } from '../filter-bindings.ts';
import { computedSql } from './computed.ts';
import { Draft, type Language } from './draft.ts';
import { restrictedRows, rowConditions } from './restricted.ts';
import { rollupJoins, rollupSql } from './rollups.ts';

const language: Language = {
  computed: computedSql,
  rollup: rollupSql,
  rollupJoins,
  restricted: restrictedRows,
  rowConditions,
};

export function newDraft(dialect: SqlDialect, bindings: Bindings, filterBindings: FilterBindings): Draft {
  return new Draft(dialect, bindings, filterBindings, language);
}
