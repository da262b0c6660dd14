// The types of measures: the type that a summary of a value has.
import type { SummaryName } from '../../contract/summaries.ts';
import type { Column } from '../../model/database.ts';
import { kindOf, type ResultType, scaleOf } from '../computing/kinds.ts';
import type { SqlDialect } from '../dialect/sql.ts';

export function measureType(
  { computing }: Pick<SqlDialect, 'computing'>,
  summary: SummaryName,
  of: Column,
): Column {
  const kind = kindOf(of.mode);
  const added = (resultType: ResultType) => (computing.sumType ?? computing.type)(resultType);
  switch (summary) {
    case 'count':
    case 'count_distinct':
      return computing.type({ kind: 'integer', scale: 0 });
    case 'sum':
      return kind === 'integer' ? added({ kind, scale: 0 }) : added({ kind: 'numeric', scale: scaleOf(of) });
    case 'avg':
      return added({ kind: 'numeric', scale: Math.max(scaleOf(of), 8) + 4 });
    case 'min':
    case 'max':
      return { ...of, nullable: true };
  }
}
