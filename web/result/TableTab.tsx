// The result as a grid.

import { ArrowUpRight, CircleStop, Copy, PanelRight, Rows3 } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { ApiError } from '../api/errors.ts';
import type { Cell } from '../api/exact.ts';
import { t } from '../messages/index.ts';
import { encode } from '../query/codec/codec.ts';
import { askedColumns, isMeasured, type ResultColumn, rootLabel, shownColumns } from '../query/columns.ts';
import { rootOf } from '../query/document.ts';
import { placeOfPointer } from '../query/filters/rules.ts';
import { groupNarrowing, relatedBehind, rowsBehind } from '../query/groups/rowsBehind.ts';
import { toUniGrid } from '../query/request.ts';
import { toRows } from '../query/rows.ts';
import { cycleSort } from '../query/sorting.ts';
import { moveColumn, setWidth } from '../query/view.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Button } from '../ui/Button.tsx';
import { headedFailure } from '../ui/failures.ts';
import { MenuItem, MenuLine } from '../ui/Menu.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Empty, Failure } from '../ui/States.tsx';
import { useTiny } from '../ui/screen.ts';
import { say } from '../ui/toast.ts';
import { commonDigits } from '../values/cellLook.ts';
import { keyTexts } from '../values/records.ts';
import { type RecordRef, useWorkbench } from '../workbench/context.ts';
import { Waiting } from '../workbench/Waiting.tsx';
import { CellFilters } from './CellFilters.tsx';
import { ColumnFormatDialog } from './ColumnFormatDialog.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { CardTotals } from './cards/CardTotals.tsx';
import { CardPages, firstCards, RowCards } from './cards/RowCards.tsx';
import { copyFormats } from './copy.ts';
import { EmptyResult } from './EmptyResult.tsx';
import { useGridEditing } from './editing/useGridEditing.tsx';
import type { DrawCell } from './editing/useGridPending.tsx';
import { fittingWidths } from './grid/columnLayout.ts';
import { Grid } from './grid/Grid.tsx';
import type { Block, CellPlace } from './grid/selection.ts';
import { NarrowDialog, type NarrowWish } from './NarrowDialog.tsx';
import { ResultCell } from './ResultCell.tsx';
import { StatusBar } from './StatusBar.tsx';
import { type SelectionSummary, summarise } from './selectionSummary.ts';
import { sharedNames, toldApart } from './sharedNames.ts';
import { TotalsCell } from './TotalsCell.tsx';
import { nameBehind, useCopyCells } from './useCopyCells.ts';
import { useLists } from './useLists.ts';
import { type Row, useRestedRange, useRows } from './useRows.ts';
import { useSpans } from './useSpans.ts';

/** As many rows as a tall screen shows. */
const FITTED_ROWS = 50;
/** Selected cells beyond this are for a total, not for a glance. */
const SUMMED_AT_MOST = 20_000;

export function TableTab() {
  const { model, doc, now, code, edit, peek, setRefused, tablePlace } = useWorkbench();
  const columns = useMemo(() => shownColumns(doc, model), [doc, model]);
  const asked = useMemo(() => toRows(doc, model, now, { joinedKeys: true }), [doc, model, now]);
  const { query, extras } = asked;
  const counted = useMemo(() => toUniGrid(doc, now), [doc, now]);
  const [range, tellRange] = useRestedRange();
  const lines = Math.max(0, ...columns.map((column) => (column.kind === 'field' ? column.totals.length : 0)));
  const rows = useRows(query, counted, lines > 0, range);
  const lists = useLists(doc, model, extras, rows, range);
  const tiny = useTiny();
  const [formatted, setFormatted] = useState<ResultColumn>();
  const [narrowed, setNarrowed] = useState<NarrowWish>();
  const [selected, setSelected] = useState<Block>();
  const [turned, setTurned] = useState({ query: counted, page: firstCards });
  // Another query begins at its first card again.
  const cards = turned.query === counted ? turned.page : firstCards;

  const pointer = rows.error instanceof ApiError ? rows.error.pointer : undefined;
  useEffect(
    () => setRefused(pointer === undefined ? undefined : placeOfPointer(pointer)),
    [pointer, setRefused],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first rows change when their columns do
  const widths = useMemo(() => {
    const first = Array.from({ length: FITTED_ROWS }, (_, i) => rows.row(i) ?? []);
    return { ...fittingWidths(columns, rows.cols, first, doc.view.formats), ...doc.view.widths };
  }, [columns, rows.cols, rows.loading, doc.view.widths, doc.view.formats]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first rows change when their columns do
  const digits = useMemo(() => {
    const first = Array.from({ length: FITTED_ROWS }, (_, i) => rows.row(i) ?? []);
    const numeric = columns.filter(({ kind, type }) => kind !== 'list' && type === 'numeric');
    return new Map(
      numeric.map((column) => [
        column.id,
        commonDigits(
          first.map((row) => row[rows.cols.indexOf(column.id)] ?? null),
          column,
        ),
      ]),
    );
  }, [columns, rows.cols, rows.loading]);

  const spans = useSpans(query, columns, doc.view.formats);

  const at = useMemo(() => new Map(rows.cols.map((name, i) => [name, i])), [rows.cols]);
  const cellOf = useCallback((row: Row, name: string): Cell => row[at.get(name) ?? -1] ?? null, [at]);

  const keyOf = useCallback(
    (row: Row, names: readonly string[] | undefined): readonly string[] | undefined =>
      names && keyTexts(names.map((name) => cellOf(row, name))),
    [cellOf],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are the same as long as there are as many of them
  const shared = useMemo(
    () => sharedNames(doc, extras, rows.loaded, cellOf),
    [doc.grouped, extras, cellOf, rows.loading, rows.loaded.length, range],
  );

  /** What a foreign key points to. */
  const recordBehind = useCallback(
    (row: Row, column: ResultColumn | undefined): RecordRef | undefined => {
      if (column?.kind !== 'field' || !column.pointsTo) return undefined;
      const key = keyOf(row, extras.records.get(column.alias)?.key);
      return key && { entity: column.pointsTo.entity, key };
    },
    [keyOf, extras],
  );

  /** The record behind a cell: what a foreign key points to, else the row's own. */
  function recordAt({ row: index, column: place }: CellPlace): RecordRef | undefined {
    const row = rows.row(index);
    return row && (recordBehind(row, columns[place]) ?? ownRecord(row, columns[place]));
  }

  function ownRecord(row: Row, column: ResultColumn | undefined): RecordRef | undefined {
    const root = rootOf(doc, column?.path.root) ?? doc.entities[0];
    const key = root && keyOf(row, extras.keys.get(root.alias));
    return root && key && { entity: root.id, key };
  }

  function open(place: CellPlace): void {
    const row = rows.row(place.row);
    const column = columns[place.column];
    const points = column?.kind === 'field' && column.pointsTo !== undefined;
    const record = points ? recordAt(place) : row && ownRecord(row, column);
    if (!record) say(t.workbench.noRecord);
    else navigate(hrefs.record(record.entity, record.key, points ? undefined : { row: place.row, code }));
  }

  function look(place: CellPlace): void {
    const record = recordAt(place);
    if (record) peek(record);
    else say(t.workbench.noRecord);
  }

  /** The single rows that a group, or one of its numbers, is made of; the related records that a row measures. */
  function showBehind(row: Row, column: ResultColumn | undefined): void {
    if (isMeasured(column) && !doc.grouped) {
      const names = extras.keys.get(column.path.root);
      const behind =
        names &&
        relatedBehind(
          doc,
          model,
          column.alias,
          names.map((one) => cellOf(row, one)),
        );
      if (behind) navigate(hrefs.query(encode(behind)));
      return;
    }
    const narrowing = groupNarrowing(doc, model, (id) => cellOf(row, id));
    navigate(hrefs.query(encode(rowsBehind(doc, model, narrowing, column))));
  }

  /** Of a block of several cells that are all there. */
  function summaryOf(block: Block | undefined): SelectionSummary | undefined {
    if (!block || (block.bottom - block.top + 1) * (block.right - block.left + 1) > SUMMED_AT_MOST)
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

  function cellMenu(block: Block): ReactNode {
    const place = { row: block.top, column: block.left };
    const column = columns[block.left];
    const row = rows.row(block.top);
    const single = block.top === block.bottom && block.left === block.right;
    return (
      <>
        {single && row && column?.kind === 'field' && !column.bucket && (
          <CellFilters
            column={column}
            value={cellOf(row, column.id)}
            name={nameBehind(row, extras.records.get(column.alias)?.label, cellOf)}
          />
        )}
        {edits.menu(block)}
        {single && row && (doc.grouped || isMeasured(column)) && (
          <MenuItem icon={<Rows3 aria-hidden />} onSelect={() => showBehind(row, column)}>
            {t.grid.rowsBehind}
          </MenuItem>
        )}
        {single && (
          <>
            <MenuItem icon={<PanelRight aria-hidden />} onSelect={() => look(place)}>
              {t.grid.look}
            </MenuItem>
            <MenuItem icon={<ArrowUpRight aria-hidden />} onSelect={() => open(place)}>
              {t.grid.openRecord}
            </MenuItem>
            <MenuLine />
          </>
        )}
        {copyFormats.map((format) => (
          <MenuItem key={format} icon={<Copy aria-hidden />} onSelect={() => void copy(block, format)}>
            {t.grid.copyNames[format]}
          </MenuItem>
        ))}
      </>
    );
  }

  const draw = useCallback<DrawCell>(
    (column, row, _index, pending) => {
      // Rows of the previous query do not have a new column yet. Its cells stay blank, since null would be wrong.
      if (column.kind !== 'list' && !at.has(column.id)) return null;
      const name =
        column.kind === 'field'
          ? nameBehind(row, extras.records.get(column.alias)?.label, cellOf)
          : undefined;
      return (
        <ResultCell
          column={column}
          value={pending ? pending.value : cellOf(row, column.id)}
          label={pending ? pending.label : name}
          toldApart={
            pending || name === undefined || column.kind !== 'field'
              ? undefined
              : toldApart(shared, column.alias, name, cellOf(row, column.id))
          }
          record={pending ? undefined : recordBehind(row, column)}
          digits={digits.get(column.id)}
          format={doc.view.formats[column.id]}
          span={spans.get(column.id)}
          onLook={peek}
          list={
            column.kind === 'list'
              ? lists(column.id, cellOf(row, extras.lists.get(column.id) ?? ''))
              : undefined
          }
        />
      );
    },
    [at, cellOf, extras, lists, recordBehind, peek, digits, shared, spans, doc.view.formats],
  );
  const edits = useGridEditing({ columns, rows, asked, cellOf, draw });
  const copy = useCopyCells(columns, asked, edits.pending);

  if (rows.error && rows.rowCount === 0) return <Failure error={rows.error} onRetry={rows.retry} />;
  if (rows.loading && !rows.stale) {
    return rows.stopped ? (
      <Empty
        icon={<CircleStop aria-hidden />}
        title={t.workbench.stopped}
        actions={<Button onClick={rows.retry}>{t.common.retry}</Button>}
      >
        {t.workbench.stoppedHint}
      </Empty>
    ) : (
      <Waiting />
    );
  }
  const shownIds = columns.map(({ id }) => id);
  const label = t.grid.label(rootLabel(doc, model, doc.entities[0]?.alias ?? ''));
  return (
    <>
      {rows.error !== undefined ? (
        <Notice onRetry={rows.retry}>{complaint(rows.error)}</Notice>
      ) : (
        rows.stopped && (
          <Notice onRetry={rows.retry}>{t.workbench.lastRows(`${t.workbench.stopped}.`)}</Notice>
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
            asked={askedColumns(doc, model)}
            rows={rows}
            page={cards}
            cell={edits.cell}
            mark={edits.grid?.mark}
            onRange={tellRange}
            onOpen={(row) => open({ row, column: -1 })}
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
          onRange={tellRange}
          resetKey={JSON.stringify(counted)}
          place={tablePlace}
          footer={
            lines > 0
              ? { lines, cell: (column) => <TotalsCell column={column} totals={rows.totals} /> }
              : undefined
          }
          cellMenu={cellMenu}
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
            peek: look,
            open,
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
  return t.workbench.lastRows(`${title}. ${detail}`.trimEnd());
}
