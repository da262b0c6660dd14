// The menu of a column, including everything that can be done by dragging.

import { useQuery } from '@tanstack/react-query';
import {
  ArrowDown,
  ArrowLeftToLine,
  ArrowRightToLine,
  ArrowUp,
  ChevronsLeftRight,
  ChevronsRightLeft,
  CopyPlus,
  Diff,
  EyeOff,
  Filter,
  Grid3x3,
  Group,
  ListOrdered,
  Paintbrush,
  Pin,
  PinOff,
  ShieldCheck,
  StretchHorizontal,
  Trash2,
} from 'lucide-react';
import { isAdmin, meQuery } from '../library/keeping.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { encode } from '../query/codec/codec.ts';
import { canBeRanked, isMeasured, type ResultColumn, shownPath } from '../query/columns.ts';
import { rootOf } from '../query/document.ts';
import { removeField, removeList } from '../query/edits.ts';
import { removeMeasure, setTotals, summariesFor, withoutGroups } from '../query/groups/grouping.ts';
import { addDifference, twinsOf } from '../query/groups/twins.ts';
import { clearSort, setSort, sortKey } from '../query/sorting.ts';
import { hideColumn, moveColumn, pinColumn, setChart, setWidth } from '../query/view.ts';
import { hrefs } from '../state/addresses.ts';
import { ownValue } from '../state/ownValue.ts';
import { navigate } from '../state/route.ts';
import { MenuCheck, MenuItem, MenuLabel, MenuLine } from '../ui/Menu.tsx';
import { isNumeric } from '../values/types.ts';
import { CHART, useWorkbench, workbenchAddress } from '../workbench/context.ts';
import { draftRepeatedMeasure } from '../workbench/repeatedMeasure.ts';
import { useGroupBy } from '../workbench/useGroupBy.ts';
import { guessWidth } from './grid/columnLayout.ts';
import type { NarrowRequest } from './NarrowDialog.tsx';
import { OverItems } from './OverItems.tsx';

const WIDTH_STEP = 48;

/** Tells an admin who can see the column; undefined for other users and for computed columns. */
function useSeenColumn(column: ResultColumn): string | undefined {
  const { doc, model } = useWorkbench();
  const { data: me } = useQuery(meQuery);
  if (!me || !isAdmin(me) || column.kind !== 'field') return undefined;
  const { root, steps, attribute } = column.path;
  const entity = steps.at(-1)?.entity ?? rootOf(doc, root)?.id ?? '';
  return model.entities.get(entity)?.column.has(attribute) ? hrefs.sight(entity, attribute) : undefined;
}

/**
 * The address of a pivot table with the field's values as columns; undefined unless it is one of exactly two grouping
 * fields.
 */
function usePivot(column: ResultColumn, columns: readonly ResultColumn[]): string | undefined {
  const { doc, saved } = useWorkbench();
  const [one, another, more] = columns.filter(({ kind }) => kind === 'field');
  const other = column === one ? another : one;
  const isMeasured = columns.some(({ kind }) => kind === 'measure');
  if (!doc.grouped || column.kind !== 'field' || !other || more || !isMeasured) return undefined;
  return workbenchAddress({ saved }, encode(setChart(doc, { kind: 'pivot', x: other.id })), CHART);
}

export function ColumnMenu(props: {
  readonly column: ResultColumn;
  readonly columns: readonly ResultColumn[];
  readonly onFormat: (column: ResultColumn) => void;
  readonly onNarrow: (request: NarrowRequest) => void;
}) {
  const { column, columns } = props;
  const { doc, model, edit, setDraft } = useWorkbench();
  const groupRows = useGroupBy();
  const ids = columns.map(({ id }) => id);
  const place = ids.indexOf(column.id);
  const pinned = doc.view.pinned.includes(column.id);
  const width = ownValue(doc.view.widths, column.id) ?? guessWidth(column);
  const key = sortKey(doc, column.id);
  const totals = column.kind === 'field' ? column.totals : [];
  const seen = useSeenColumn(column);
  const pivot = usePivot(column, columns);

  return (
    <>
      {column.kind !== 'list' && (
        <>
          <MenuItem icon={<ArrowUp aria-hidden />} onSelect={() => edit((d) => setSort(d, column.id, true))}>
            {late.grid.sortUp}
          </MenuItem>
          <MenuItem
            icon={<ArrowDown aria-hidden />}
            onSelect={() => edit((d) => setSort(d, column.id, false))}
          >
            {late.grid.sortDown}
          </MenuItem>
          {key ? (
            <MenuItem onSelect={() => edit((d) => clearSort(d, column.id))}>{late.grid.sortNone}</MenuItem>
          ) : (
            doc.order.length > 0 && (
              <MenuItem onSelect={() => edit((d) => setSort(d, column.id, true, true))}>
                {late.grid.sortAlso}
              </MenuItem>
            )
          )}
          <MenuLine />
        </>
      )}
      {(column.kind === 'measure' || (column.kind === 'over' && column.isFormula)) && (
        <MenuItem icon={<Filter aria-hidden />} onSelect={() => props.onNarrow({ by: 'value', column })}>
          {late.grid.filter}
        </MenuItem>
      )}
      {canBeRanked(column) && (
        <MenuItem icon={<ListOrdered aria-hidden />} onSelect={() => props.onNarrow({ by: 'top', column })}>
          {late.grid.top}
        </MenuItem>
      )}
      {column.kind === 'measure' && isNumeric(column.type) && <OverItems column={column} columns={columns} />}
      {column.kind !== 'measure' && column.kind !== 'over' && (
        <MenuItem
          icon={<Filter aria-hidden />}
          onSelect={() => setDraft({ path: shownPath(model, column), at: { group: [] } })}
        >
          {late.grid.filter}
        </MenuItem>
      )}
      {isMeasured(column) && !doc.grouped && (
        <>
          <MenuItem
            icon={<CopyPlus aria-hidden />}
            onSelect={() => setDraft(draftRepeatedMeasure(doc, model, column.alias))}
          >
            {late.twins.again}
          </MenuItem>
          {(isNumeric(column.type) ? twinsOf(doc, model, column.alias) : []).map((twin) => (
            <MenuItem
              key={twin}
              icon={<Diff aria-hidden />}
              onSelect={() => edit((before) => addDifference(before, model, column.alias, twin))}
            >
              {late.twins.differenceTo(columns.find(({ id }) => id === twin)?.label ?? twin)}
            </MenuItem>
          ))}
        </>
      )}
      {pivot && (
        <MenuItem icon={<Grid3x3 aria-hidden />} onSelect={() => navigate(pivot)}>
          {late.grid.pivot}
        </MenuItem>
      )}
      {column.kind === 'field' && !doc.grouped && (
        <MenuItem icon={<Group aria-hidden />} onSelect={() => groupRows(column.path)}>
          {late.grid.groupBy}
        </MenuItem>
      )}
      {column.kind === 'field' && !doc.grouped && (
        <>
          <MenuLabel>{late.grid.totals}</MenuLabel>
          {summariesFor(column).map((summary) => (
            <MenuCheck
              key={summary}
              checked={totals.includes(summary)}
              onSelect={() =>
                edit((d) =>
                  setTotals(
                    d,
                    column.alias,
                    totals.includes(summary) ? totals.filter((one) => one !== summary) : [...totals, summary],
                  ),
                )
              }
            >
              {t.query.summaries[summary]}
            </MenuCheck>
          ))}
        </>
      )}
      <MenuLine />
      <MenuItem
        icon={pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
        onSelect={() => edit((d) => pinColumn(d, column.id, !pinned))}
      >
        {pinned ? late.grid.unpin : late.grid.pin}
      </MenuItem>
      <MenuItem
        icon={<ArrowLeftToLine aria-hidden />}
        disabled={place === 0}
        onSelect={() => edit((d) => moveColumn(d, ids, column.id, place - 1))}
      >
        {late.grid.moveStart}
      </MenuItem>
      <MenuItem
        icon={<ArrowRightToLine aria-hidden />}
        disabled={place === ids.length - 1}
        onSelect={() => edit((d) => moveColumn(d, ids, column.id, place + 1))}
      >
        {late.grid.moveEnd}
      </MenuItem>
      <MenuItem
        icon={<ChevronsLeftRight aria-hidden />}
        onSelect={() => edit((d) => setWidth(d, column.id, width + WIDTH_STEP))}
      >
        {late.grid.wider}
      </MenuItem>
      <MenuItem
        icon={<ChevronsRightLeft aria-hidden />}
        onSelect={() => edit((d) => setWidth(d, column.id, width - WIDTH_STEP))}
      >
        {late.grid.narrower}
      </MenuItem>
      {ownValue(doc.view.widths, column.id) !== undefined && (
        <MenuItem
          icon={<StretchHorizontal aria-hidden />}
          onSelect={() => edit((d) => setWidth(d, column.id, undefined))}
        >
          {late.grid.resetWidth}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem icon={<Paintbrush aria-hidden />} onSelect={() => props.onFormat(column)}>
        {late.grid.rename}
      </MenuItem>
      {seen && (
        <MenuItem icon={<ShieldCheck aria-hidden />} onSelect={() => navigate(seen)}>
          {late.access.whoSees}
        </MenuItem>
      )}
      <MenuItem icon={<EyeOff aria-hidden />} onSelect={() => edit((d) => hideColumn(d, column.id))}>
        {late.grid.hide}
      </MenuItem>
      <MenuItem
        icon={<Trash2 aria-hidden />}
        onSelect={() =>
          edit((d) => {
            if (column.kind === 'list') return removeList(d, column.id);
            if (column.kind === 'measure') return removeMeasure(d, column.alias, column.summary);
            return withoutGroups(removeField(d, column.alias), model);
          })
        }
      >
        {late.grid.remove}
      </MenuItem>
    </>
  );
}
