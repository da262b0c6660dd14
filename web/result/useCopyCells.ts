// Copies a block of cells as shown on the screen, including rows that are not loaded yet.

import { useQueryClient } from '@tanstack/react-query';
import type { Cell } from '../api/exact.ts';
import { type CopiedCell, rememberCopied } from '../edit/copied.ts';
import { late } from '../messages/late.ts';
import type { ResultColumn } from '../query/columns.ts';
import type { toRows } from '../query/rows.ts';
import { putOnClipboard } from '../ui/clipboard.ts';
import { describeFailure } from '../ui/failures.ts';
import { showToast } from '../ui/toast.ts';
import { joinName } from '../values/records.ts';
import { plainText } from '../values/text.ts';
import { useWorkbench } from '../workbench/context.ts';
import { type CopyFormat, copyText } from './copy.ts';
import type { PendingCells } from './editing/useGridPending.tsx';
import { fetchRows } from './fetchRows.ts';
import type { Block } from './grid/selection.ts';
import { listOptions, listRequests, lookUp } from './lists.ts';
import { disambiguatedName, sharedNames } from './sharedNames.ts';
import type { CellOf, Row } from './useRows.ts';

/** Larger blocks need an export. */
const MAX_ROWS = 10_000;

/** The name of the record behind a foreign key; undefined if it has none or an empty one. */
export function referencedName(
  row: Row,
  names: readonly string[] | undefined,
  cellOf: CellOf,
): string | undefined {
  return names && joinName(names.map((name) => cellOf(row, name)));
}

export function useCopyCells(
  columns: readonly ResultColumn[],
  { query, extras }: ReturnType<typeof toRows>,
  { firstNew, newRows, valueAt }: PendingCells,
) {
  const client = useQueryClient();
  const { doc, model } = useWorkbench();

  async function cells(
    block: Block,
    format: CopyFormat,
  ): Promise<(CopiedCell & { readonly shown: Cell })[][]> {
    const chosen = columns.slice(block.left, block.right + 1);
    const stored = { ...block, bottom: Math.min(block.bottom, firstNew - 1) };
    const { cols, rows } = await fetchRows(client, query, stored);
    const cellOf = (row: Row, name: string): Cell => row[cols.indexOf(name)] ?? null;
    const withLists = chosen.some(({ kind }) => kind === 'list');
    const requests = withLists ? listRequests(doc, model, extras, cols, rows) : [];
    const answers = await Promise.all(
      requests.map((request) => client.ensureQueryData(listOptions(request))),
    );
    const lists = lookUp(requests, answers);
    const shared = sharedNames(doc, extras, rows, cellOf);
    const added = newRows.slice(Math.max(0, block.top - firstNew), Math.max(0, block.bottom + 1 - firstNew));
    return [...rows, ...added].map((row, i) => {
      const index = i < rows.length ? block.top + i : Math.max(block.top, firstNew) + i - rows.length;
      const isNew = index >= firstNew;
      return chosen.map((column) => {
        const pending = valueAt(column, row, index);
        const value = pending ? pending.value : isNew ? null : cellOf(row, column.id);
        const shown = shownAs();
        const source = column.kind === 'field' && !column.bucket ? column.column : undefined;
        return { value, shown, text: plainText(shown), column: source };

        function shownAs(): Cell {
          if (column.kind === 'list') {
            if (isNew) return null;
            const { values } = lists(column.id, cellOf(row, extras.lists.get(column.id) ?? ''));
            return format === 'json' ? [...values] : values.map(plainText).join(', ');
          }
          // A list for SQL needs keys; all other formats are read by people.
          if (format === 'sql' || column.kind !== 'field' || value === null) return value;
          if (pending || isNew) return pending?.label ?? value;
          const name = referencedName(row, extras.records.get(column.alias)?.label, cellOf);
          return name === undefined ? value : disambiguatedName(shared, column.alias, name, value);
        }
      });
    });
  }

  /** Resolves to whether the block is on the clipboard. */
  return async (block: Block, format: CopyFormat): Promise<boolean> => {
    if (block.bottom - block.top >= MAX_ROWS) {
      showToast(late.grid.copyTooMany(MAX_ROWS), { tone: 'danger' });
      return false;
    }
    try {
      const copied = await cells(block, format);
      const names = columns.slice(block.left, block.right + 1).map(({ label }) => label);
      const rows = copied.map((row) => row.map(({ shown }) => shown));
      const text = copyText({ names, rows }, format);
      const isDone = await putOnClipboard(text);
      if (isDone && format === 'tsv') rememberCopied(text, copied);
      showToast(isDone ? late.grid.copied(rows.length) : late.grid.copyRefused, {
        tone: isDone ? 'plain' : 'danger',
      });
      return isDone;
    } catch (error) {
      showToast(describeFailure(error).detail, { tone: 'danger' });
      return false;
    }
  };
}
