// The types of measures: what a summary of a value is, as a value itself.
import type { SummaryName } from '../../contract/summaries.ts';
import type { Column } from '../../model/database.ts';
import { kindOf, scaleOf } from '../computing/kinds.ts';
import type { SqlDialect } from '../dialect/sql.ts';

export function measureType(
  { computing }: Pick<SqlDialect, 'computing'>,
  summary: SummaryName,
  of: Column,
): Column {
  const kind = kindOf(of.mode);
  switch (summary) {
    case 'count':
    case 'count_distinct':
      return computing.type({ kind: 'integer', scale: 0 });
    case 'sum':
      return kind === 'integer'
        ? computing.type({ kind, scale: 0 })
        : computing.type({ kind: 'numeric', scale: scaleOf(of) });
    case 'avg':
      return computing.type({ kind: 'numeric', scale: Math.max(scaleOf(of), 8) + 4 });
    case 'min':
    case 'max':
      return { ...of, nullable: true };
  }
}
