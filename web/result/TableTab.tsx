// The result as a grid.

import { CircleStop } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { ApiError } from '../api/errors.ts';
import type { Cell } from '../api/exact.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { type ResultColumn, requestedColumns, rootLabel, shownColumns } from '../query/columns.ts';
import { placeOfPointer } from '../query/filters/rules.ts';
import { toUniGrid } from '../query/request.ts';
import { toRows } from '../query/rows.ts';
import { cycleSort } from '../query/sorting.ts';
import { moveColumn, setWidth } from '../query/view.ts';
import { ownValue } from '../state/ownValue.ts';
import { Button } from '../ui/Button.tsx';
import { headedFailure } from '../ui/failures.ts';
import { Notice } from '../ui/Notice.tsx';
import { Empty, Failure } from '../ui/States.tsx';
import { useTiny } from '../ui/screen.ts';
import { useWorkbench } from '../workbench/context.ts';
import { Waiting } from '../workbench/Waiting.tsx';
import { CellMenu } from './CellMenu.tsx';
import { ColumnFormatDialog } from './ColumnFormatDialog.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { CardTotals } from './cards/CardTotals.tsx';
import { CardPages, firstCards, RowCards } from './cards/RowCards.tsx';
import { EmptyResult } from './EmptyResult.tsx';
import { useGridEditing } from './editing/useGridEditing.tsx';
import type { DrawCell } from './editing/useGridPending.tsx';
import { Grid } from './grid/Grid.tsx';
import type { Block } from './grid/selection.ts';
import { NarrowDialog, type NarrowRequest } from './NarrowDialog.tsx';
import { ResultCell } from './ResultCell.tsx';
import { StatusBar } from './StatusBar.tsx';
import { type SelectionSummary, summarise } from './selectionSummary.ts';
import { disambiguatedName, sharedNames } from './sharedNames.ts';
import { TotalsCell } from './TotalsCell.tsx';
import { useCellLinks } from './useCellLinks.ts';
import { referencedName, useCopyCells } from './useCopyCells.ts';
import { useFirstRows } from './useFirstRows.ts';
import { useLists } from './useLists.ts';
import { type CellOf, useDebouncedRange, useRows } from './useRows.ts';
import { useSpans } from './useSpans.ts';

/** Above this many selected cells no summary is computed; column totals serve that purpose. */
const MAX_SUMMED = 20_000;

export function TableTab() {
  const { model, doc, now, edit, peek, setRefused, tablePlace } = useWorkbench();
  const columns = useMemo(() => shownColumns(doc, model), [doc, model]);
  const asked = useMemo(() => toRows(doc, model, now, { joinedKeys: true }), [doc, model, now]);
  const { query, extras } = asked;
  const counted = useMemo(() => toUniGrid(doc, now), [doc, now]);
  const [range, setRange] = useDebouncedRange();
  const lines = Math.max(0, ...columns.map((column) => (column.kind === 'field' ? column.totals.length : 0)));
  const rows = useRows(query, counted, lines > 0, range);
  const lists = useLists(doc, model, extras, rows, range);
  const tiny = useTiny();
  const [formatted, setFormatted] = useState<ResultColumn>();
  const [narrowed, setNarrowed] = useState<NarrowRequest>();
  const [selected, setSelected] = useState<Block>();
  const [turned, setTurned] = useState({ query: counted, page: firstCards });
  // Another query starts at its first page of cards.
  const cards = turned.query === counted ? turned.page : firstCards;

  const pointer = rows.error instanceof ApiError ? rows.error.pointer : undefined;
  useEffect(
    () => setRefused(pointer === undefined ? undefined : placeOfPointer(pointer)),
    [pointer, setRefused],
  );

  const { widths, digits } = useFirstRows(columns, rows, doc.view);
  const spans = useSpans(query, columns, doc.view.formats);

  const at = useMemo(() => new Map(rows.cols.map((name, i) => [name, i])), [rows.cols]);
  const cellOf = useCallback<CellOf>((row, name) => row[at.get(name) ?? -1] ?? null, [at]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are the same as long as there are as many of them
  const shared = useMemo(
    () => sharedNames(doc, extras, rows.loaded, cellOf),
    [doc.grouped, extras, cellOf, rows.loading, rows.loaded.length, range],
  );

  const behind = useCellLinks(columns, rows, extras, cellOf);

  /** Only for a block of several cells that are all loaded. */
  function summaryOf(block: Block | undefined): SelectionSummary | undefined {
    if (!block || (block.bottom - block.top + 1) * (block.right - block.left + 1) > MAX_SUMMED)
      return undefined;
    const ids = columns.slice(block.left, block.right + 1).map(({ id }) => id);
    const cells: Cell[] = [];
    for (let index = block.top; index <= block.bottom; index++) {
      const row = rows.row(index);
      if (!row) return undefined;
      cells.push(...ids.map((id) => cellOf(row, id)));
    }
    return summarise(cells);
  }

  const draw = useCallback<DrawCell>(
    (column, row, _index, pending) => {
      // Rows of the previous query lack new columns. Those cells stay blank, since null would be wrong.
      if (column.kind !== 'list' && !at.has(column.id)) return null;
      const name =
        column.kind === 'field'
          ? referencedName(row, extras.records.get(column.alias)?.label, cellOf)
          : undefined;
      return (
        <ResultCell
          column={column}
          value={pending ? pending.value : cellOf(row, column.id)}
          label={pending ? pending.label : name}
          toldApart={
            pending || name === undefined || column.kind !== 'field'
              ? undefined
              : disambiguatedName(shared, column.alias, name, cellOf(row, column.id))
          }
          record={pending ? undefined : behind.pointedTo(row, column)}
          digits={digits.get(column.id)}
          format={ownValue(doc.view.formats, column.id)}
          span={spans.get(column.id)}
          onPeek={peek}
          list={
            column.kind === 'list'
              ? lists(column.id, cellOf(row, extras.lists.get(column.id) ?? ''))
              : undefined
          }
        />
      );
    },
    [at, cellOf, extras, lists, behind.pointedTo, peek, digits, shared, spans, doc.view.formats],
  );
  const edits = useGridEditing({ columns, rows, asked, cellOf, draw });
  const copy = useCopyCells(columns, asked, edits.pending);

  if (rows.error && rows.rowCount === 0) return <Failure error={rows.error} onRetry={rows.retry} />;
  if (rows.loading && !rows.stale) {
    return rows.stopped ? (
      <Empty
        icon={<CircleStop aria-hidden />}
        title={late.workbench.stopped}
        actions={<Button onClick={rows.retry}>{t.common.retry}</Button>}
      >
        {late.workbench.stoppedHint}
      </Empty>
    ) : (
      <Waiting />
    );
  }
  const shownIds = columns.map(({ id }) => id);
  const label = late.grid.label(rootLabel(doc, model, doc.entities[0]?.alias ?? ''));
  return (
    <>
      {rows.error !== undefined ? (
        <Notice onRetry={rows.retry}>{complaint(rows.error)}</Notice>
      ) : (
        rows.stopped && (
          <Notice onRetry={rows.retry}>{late.workbench.lastRows(`${late.workbench.stopped}.`)}</Notice>
        )
      )}
      {edits.rowCount === 0 && !rows.loading ? (
        <EmptyResult />
      ) : tiny ? (
        <>
          <CardTotals columns={columns} totals={rows.totals} />
          <RowCards
            label={label}
            columns={columns}
            requested={requestedColumns(doc, model)}
            rows={rows}
            page={cards}
            cell={edits.cell}
            mark={edits.grid?.mark}
            onRange={setRange}
            onOpen={(row) => behind.open({ row, column: -1 })}
          />
        </>
      ) : (
        <Grid
          label={label}
          columns={columns}
          widths={widths}
          pinned={doc.view.pinned}
          rowCount={edits.rowCount}
          counted={rows.total !== undefined}
          row={edits.row}
          cell={edits.cell}
          editing={edits.grid}
          order={doc.order}
          dimmed={rows.stale}
          onRange={setRange}
          resetKey={JSON.stringify(counted)}
          place={tablePlace}
          footer={
            lines > 0
              ? { lines, cell: (column) => <TotalsCell column={column} totals={rows.totals} /> }
              : undefined
          }
          cellMenu={(block) => (
            <CellMenu
              block={block}
              column={columns[block.left]}
              row={rows.row(block.top)}
              labels={extras.records}
              cellOf={cellOf}
              links={behind}
              edits={edits.menu(block)}
              onCopy={copy}
            />
          )}
          menu={(column) => (
            <ColumnMenu column={column} columns={columns} onFormat={setFormatted} onNarrow={setNarrowed} />
          )}
          rowHeight={doc.view.rowHeight}
          onSelection={setSelected}
          actions={{
            sort: (column, add) => {
              if (column.kind !== 'list') edit((before) => cycleSort(before, column.id, add));
            },
            resize: (column, width) =>
              edit((before) => setWidth(before, column.id, width), { tag: `width ${column.id}` }),
            move: (column, to) => edit((before) => moveColumn(before, shownIds, column.id, to)),
            peek: behind.look,
            open: behind.open,
            copy: (block) => copy(block, 'tsv'),
          }}
        />
      )}
      <NarrowDialog wish={narrowed} onClose={() => setNarrowed(undefined)} />
      <ColumnFormatDialog column={formatted} onClose={() => setFormatted(undefined)} />
      {edits.dialog}
      <StatusBar rows={rows} selected={tiny ? undefined : summaryOf(selected)} onAddRow={edits.addRow}>
        {tiny && (
          <CardPages rows={rows} page={cards} onPage={(page) => setTurned({ query: counted, page })} />
        )}
      </StatusBar>
    </>
  );
}

/** Says that the rows below still belong to the previous query. */
function complaint(error: unknown): string {
  const { title, detail } = headedFailure(error);
  return late.workbench.lastRows(`${title}. ${detail}`.trimEnd());
}
