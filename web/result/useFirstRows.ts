// Column properties derived from the first rows: the width of the values and their common number of decimals.
import { useMemo } from 'react';
import type { ResultColumn } from '../query/columns.ts';
import type { QueryDocument } from '../query/document.ts';
import { commonDigits } from '../values/cellStyle.ts';
import { fitWidths } from './grid/columnLayout.ts';
import type { Rows } from './useRows.ts';

/** As many rows as a tall screen shows. */
const ROWS_TO_FIT = 50;

export function useFirstRows(
  columns: readonly ResultColumn[],
  rows: Rows,
  { widths: chosen, formats }: Pick<QueryDocument['view'], 'widths' | 'formats'>,
) {
  const firstRows = () => Array.from({ length: ROWS_TO_FIT }, (_, i) => rows.row(i) ?? []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first rows change when their columns do
  const widths = useMemo(
    () => ({ ...fitWidths(columns, rows.cols, firstRows(), formats), ...chosen }),
    [columns, rows.cols, rows.loading, chosen, formats],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first rows change when their columns do
  const digits = useMemo(() => {
    const first = firstRows();
    const numeric = columns.filter(({ kind, type }) => kind !== 'list' && type === 'numeric');
    return new Map(
      numeric.map((column) => {
        const place = rows.cols.indexOf(column.id);
        const values = first.map((row) => row[place] ?? null);
        return [column.id, commonDigits(values, column)] as const;
      }),
    );
  }, [columns, rows.cols, rows.loading]);

  return { widths, digits };
}
