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

/** The names of the records behind a foreign key, in the order of its values. */
async function namesOf(
  model: Model,
  { pointsTo }: FieldColumn,
  values: readonly Cell[],
  run: RunGroups,
): Promise<readonly (readonly Cell[])[]> {
  const target = model.entities.get(pointsTo?.entity ?? '');
  const key = pointsTo?.other[0];
  const known = values.filter((value) => value !== null);
  if (!target || key === undefined || target.labelColumns.length === 0 || known.length === 0) return [];
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
    order: [],
  };
  const { data } = await run(query, { offset: 0, limit: known.length, count: 'none' });
  const byKey = new Map(data.map(([own = null, ...names]) => [plainText(own), names]));
  return values.map((value) => (value === null ? [] : (byKey.get(plainText(value)) ?? [])));
}

/** The columns: one for each value of the pivoted field. */
async function seriesOf(
  model: Model,
  across: FieldColumn,
  values: readonly Cell[],
  run: RunGroups,
): Promise<readonly Slot[]> {
  const names = across.bucket ? [] : await namesOf(model, across, values, run);
  const labels = names.find((some) => some.length > 0)?.map((_, i) => `name ${i}`) ?? [];
  const extras: Extras = {
    records: new Map([[across.alias, { label: labels, key: [] }]]),
    keys: new Map(),
    joined: new Map(),
    lists: new Map(),
  };
  const reader = new SlotReader([across.id, ...labels], extras);
  return values.map((value, i) => reader.slot([value, ...(names[i] ?? [])], [across], [across]));
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
  const series = disambiguated(await seriesOf(model, across, values, run));
  const down = pivotRows(chart);
  const first = answer.cols.length - values.length * measures.length;
  const placeOf = (value: number) => first + value * measures.length + measures.indexOf(chart.measure.id);
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
    digits: digitsOf(chart, points),
    bucket: undefined,
    part: undefined,
    groups: total,
    other: undefined,
    omitted: { slots: total - slots.length, series: 0, groups: 0 },
    columns: series.map(({ label }, n) => ({
      value: (answer.cols[placeOf(n)] ?? '').slice(0, -chart.measure.id.length - 1),
      label,
    })),
  };
}
