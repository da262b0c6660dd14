// The groups as a pivot table: the service turns the values of a field into columns, for any number of rows.
import type { Cell } from '../../api/exact.ts';
import { toNumber } from '../../api/exact.ts';
import type { Model } from '../../model/model.ts';
import type { FieldColumn } from '../../query/columns.ts';
import type { QueryDocument } from '../../query/document.ts';
import type { FileQuery } from '../../query/file.ts';
import { literalIn } from '../../query/filters/notation.ts';
import { knownOf } from '../../query/groups/narrowing.ts';
import { type Pivot, type PivotColumn, toPivot, toPivotFile } from '../../query/groups/pivot.ts';
import { hasAllGroups } from '../../query/groups/shownGroups.ts';
import type { UniGrid } from '../../query/request.ts';
import type { Extras } from '../../query/rows.ts';
import { plainText } from '../../values/text.ts';
import { type GroupChart, groupChart, pivotedBy, pivotRows } from './groupChart.ts';
import { digitsOf, type GroupData, type GroupPoint, pointKey, type RunGroups } from './groupData.ts';
import { disambiguated, type Slot, SlotReader } from './groupSlots.ts';

export interface PivotData extends GroupData {
  readonly columns: readonly PivotColumn[];
}

const MAX_ROWS = 1000;

/** The names of records, by the values of the foreign key. */
type Names = ReadonlyMap<string, readonly Cell[]>;

const noNames: Names = new Map();

/** The names of the records behind a foreign key, in the order of these names. */
async function namesOf(
  model: Model,
  { pointsTo }: FieldColumn,
  values: readonly Cell[],
  asc: boolean,
  run: RunGroups,
): Promise<Names> {
  const target = model.entities.get(pointsTo?.entity ?? '');
  const key = pointsTo?.other[0];
  const known = values.filter((value) => value !== null);
  if (!target || key === undefined || target.labelColumns.length === 0 || known.length === 0) return noNames;
  const query: UniGrid = {
    entities: [
      {
        id: target.name,
        alias: target.name,
        relation: null,
        attributes: [key, ...target.labelColumns].map((id, i) => ({ id, alias: `${i}`, selected: true })),
      },
    ],
    where: {
      cond: {
        with: 'AND',
        entries: [
          {
            func: {
              name: 'IN',
              args: [
                { alias: '0' },
                { value: known.map((value) => literalIn(target.column.get(key), knownOf(value))) },
              ],
            },
          },
        ],
      },
    },
    order: [...target.labelColumns.map((_, i) => `${i + 1}`), '0'].map((alias) => ({ alias, asc })),
  };
  const { data } = await run(query, { offset: 0, limit: known.length, count: 'none' });
  return new Map(data.map(([own = null, ...names]) => [plainText(own), names]));
}

/** The indexes of the values in the order of their names; those without a name follow, and null stays at its end. */
function placesByName(values: readonly Cell[], named: Names): readonly number[] {
  const ranks = new Map([...named.keys()].map((key, rank) => [key, rank]));
  const places = [...values.keys()].filter((place) => values[place] !== null);
  const rankAt = (place: number) => ranks.get(plainText(values[place] ?? null)) ?? named.size;
  const sorted = places.toSorted((a, b) => rankAt(a) - rankAt(b));
  const missing = values.indexOf(null);
  return missing < 0 ? sorted : sorted.toSpliced(missing === 0 ? 0 : sorted.length, 0, missing);
}

/** The columns in the order of what they show: one for each value of the pivoted field, with its index. */
async function seriesOf(
  model: Model,
  across: FieldColumn,
  values: readonly Cell[],
  asc: boolean,
  run: RunGroups,
): Promise<readonly { readonly place: number; readonly slot: Slot }[]> {
  const names = across.bucket ? noNames : await namesOf(model, across, values, asc, run);
  const [some = []] = names.values();
  const labels = some.map((_, i) => `name ${i}`);
  const extras: Extras = {
    records: new Map([[across.alias, { label: labels, key: [] }]]),
    keys: new Map(),
    joined: new Map(),
    lists: new Map(),
  };
  const reader = new SlotReader([across.id, ...labels], extras);
  return placesByName(values, names).map((place) => {
    const value = values[place] ?? null;
    const name = value === null ? [] : (names.get(plainText(value)) ?? []);
    return { place, slot: reader.slot([value, ...name], [across], [across]) };
  });
}

function pivotOf(chart: GroupChart): Pivot {
  return {
    down: pivotRows(chart).map(({ id }) => id),
    across: pivotedBy(chart)?.id ?? '',
    measure: chart.measure.id,
  };
}

/** The pivot table as a file; undefined if the query is shown in another way. */
export async function pivotFile(
  doc: QueryDocument,
  model: Model,
  now: Date,
  run: RunGroups,
): Promise<FileQuery | undefined> {
  const chart = doc.grouped ? groupChart(doc, model, doc.view.chart ?? {}) : undefined;
  if (chart?.kind !== 'pivot') return undefined;
  // For the screen's column names; the export fetches the rows.
  const { columns } = await loadPivot(doc, model, chart, now, run, 1);
  return toPivotFile(doc, model, now, pivotOf(chart), columns);
}

export async function loadPivot(
  doc: QueryDocument,
  model: Model,
  chart: GroupChart,
  now: Date,
  run: RunGroups,
  limit = MAX_ROWS,
): Promise<PivotData> {
  const across = pivotedBy(chart);
  if (!across) throw new Error('A pivot has a field across.');
  const { query, extras } = toPivot(doc, model, now, pivotOf(chart));
  const answer = await run(query, { offset: 0, limit, count: 'exact' });
  // The values are cells like those of rows, although the contract's type does not say so.
  const values = (answer.pivot?.values ?? []) as readonly Cell[];
  const measures = answer.pivot?.measures ?? [];
  const { asc } = doc.order.find(({ alias }) => alias === across.id) ?? { asc: true };
  const placed = await seriesOf(model, across, values, asc, run);
  const series = disambiguated(placed.map(({ slot }) => slot));
  const down = pivotRows(chart);
  const first = answer.cols.length - values.length * measures.length;
  /** Where the answer has the column of a series. */
  const placeOf = (index: number) =>
    first + (placed[index]?.place ?? 0) * measures.length + measures.indexOf(chart.measure.id);
  const reader = new SlotReader(answer.cols, extras);
  const slots = answer.data.map((row) => reader.slot(row, down, down));
  const points = new Map<string, GroupPoint>();
  answer.data.forEach((row, i) => {
    series.forEach((one, n) => {
      const [slot, exact] = [slots[i], row[placeOf(n)] ?? null];
      const value = toNumber(exact);
      if (slot && value !== undefined) points.set(pointKey(slot, one), { value, exact });
    });
  });
  const total = toNumber(answer.size.total) ?? slots.length;
  return {
    slots: disambiguated(slots),
    series,
    points,
    hasAllGroups: hasAllGroups(doc),
    digits: digitsOf(chart, points),
    bucket: undefined,
    part: undefined,
    groups: total,
    other: undefined,
    omitted: { slots: total - slots.length, series: 0, groups: 0 },
    columns: series.map(({ label }, n) => ({
      value: (answer.cols[placeOf(n)] ?? '').slice(0, -chart.measure.id.length - 1),
      label,
      key: values[placed[n]?.place ?? 0] ?? null,
      place: placed[n]?.place ?? 0,
    })),
  };
}
