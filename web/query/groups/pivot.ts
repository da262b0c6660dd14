// Groups as a two-dimensional table: the values of one field become columns, and one measure fills the cells.
import type { Over } from '../../../src/contract/grid.ts';
import type { SummaryName } from '../../../src/contract/summaries.ts';
import type { Cell } from '../../api/exact.ts';
import type { Model } from '../../model/model.ts';
import { type ResultColumn, resultColumns } from '../columns.ts';
import { branch, type Condition, followsGroups, type QueryDocument, type SortKey } from '../document.ts';
import { editAt, mapAttributes } from '../edits.ts';
import { type FileQuery, fileOf } from '../file.ts';
import { literalIn } from '../filters/notation.ts';
import { visitOf } from '../paths.ts';
import { aliasesInUse, measureId, uniqueName } from '../references.ts';
import type { UniGrid } from '../request.ts';
import { type Extras, toRows, withNameOrder } from '../rows.ts';
import { measuresNamed } from './groupColumns.ts';
import { knownOf } from './narrowing.ts';

export interface Pivot {
  /** The row fields. */
  readonly down: readonly string[];
  /** The field whose values become columns. */
  readonly across: string;
  /** The id of the measure. */
  readonly measure: string;
}

/** The same groups with one measure, plus those that determine which groups there are. */
function withOneMeasure(doc: QueryDocument, measure: string): QueryDocument {
  const named = measuresNamed(doc);
  const isNeeded = (id: string) => id === measure || named.has(id);
  return mapAttributes({ ...doc, order: [] }, ({ summaries, ...node }) => {
    if (followsGroups(node)) return { ...node, selected: isNeeded(node.alias) };
    const left = (summaries ?? []).filter((summary) => isNeeded(measureId(summary, node.alias)));
    return left.length > 0 ? { ...node, summaries: left } : node;
  });
}

/** Measures whose row totals the service can compute from those of the groups. */
const sortableSummaries: ReadonlySet<SummaryName> = new Set<SummaryName>(['sum', 'count', 'min', 'max']);

/** Whether the rows of a pivot can be sorted by the measure. */
function sortsPivot(measure: ResultColumn): boolean {
  return measure.kind === 'measure' && sortableSummaries.has(measure.summary);
}

/** The table's order, as far as the pivot has its columns; then the row fields. */
function pivotOrder(doc: QueryDocument, model: Model, { down, across, measure }: Pivot): readonly SortKey[] {
  const shown = resultColumns(doc, model).find(({ id }) => id === measure);
  const named = new Set([...down, across, ...(shown && sortsPivot(shown) ? [measure] : [])]);
  const chosen = doc.order.filter(({ alias }) => named.has(alias));
  const rest = down.filter((id) => !chosen.some(({ alias }) => alias === id));
  return [...chosen, ...rest.map((alias) => ({ alias, asc: true }))];
}

export function toPivot(
  doc: QueryDocument,
  model: Model,
  now: Date,
  pivot: Pivot,
): { readonly query: UniGrid; readonly extras: Extras } {
  const { across, measure } = pivot;
  const { query, extras } = toRows(withOneMeasure(doc, measure), model, now, { unnamed: across });
  const order = withNameOrder(pivotOrder(doc, model, pivot), (alias) => extras.records.get(alias)?.label);
  return { query: { ...query, order, pivot: across }, extras };
}

/** A pivot column: the value as the service writes it, and its label on the screen. */
export interface PivotColumn {
  readonly value: string;
  readonly label: string;
  readonly key: Cell;
  /** Its place in the order of the service, which knows only the keys. */
  readonly place: number;
}

/**
 * The same groups, pivoted by the number that each column has on the screen: the service orders columns by their
 * values, and has a name for each.
 */
function byNumber(
  doc: QueryDocument,
  model: Model,
  across: string,
  columns: readonly PivotColumn[],
): { readonly doc: QueryDocument; readonly across: string } | undefined {
  const visit = visitOf(doc, model, across);
  if (!visit) return undefined;
  const number = uniqueName(`${across} number`, aliasesInUse(doc));
  const named = (alias: string) => (alias === across ? number : alias);
  const isOne = ({ key }: PivotColumn): Condition => ({
    func:
      key === null
        ? { name: 'IS_NULL', args: [{ alias: across }] }
        : { name: 'EQ', args: [{ alias: across }, { value: literalIn(visit.column, knownOf(key)) }] },
  });
  const expr = { case: columns.map((column, i) => branch(isOne(column), { value: i + 1 })) };
  const hidden = mapAttributes(doc, ({ over, ...node }) => ({
    ...node,
    selected: node.selected && node.alias !== across,
    ...(over && { over: renamedOver(over, named) }),
  }));
  const own = { root: visit.path.root, steps: [] };
  const numbered = editAt(hidden, model, own, (items) => [
    ...items,
    { id: number, alias: number, selected: true, expr },
  ]);
  const { top, order } = numbered;
  return {
    doc: {
      ...numbered,
      // The numbers already have the direction of the screen.
      order: order.filter(({ alias }) => alias !== across),
      ...(top ? { top: { ...top, by: named(top.by), per: top.per.map(named) } } : {}),
    },
    across: number,
  };
}

function renamedOver(over: Over, named: (alias: string) => string): Over {
  return {
    ...over,
    ...(over.per ? { per: over.per.map(named) } : {}),
    ...(over.order ? { order: over.order.map((key) => ({ ...key, alias: named(key.alias) })) } : {}),
  };
}

export function toPivotFile(
  doc: QueryDocument,
  model: Model,
  now: Date,
  pivot: Pivot,
  columns: readonly PivotColumn[],
): FileQuery {
  const { measure } = pivot;
  const sorted = { ...withOneMeasure(doc, measure), order: pivotOrder(doc, model, pivot) };
  const isInOrder = columns.every(({ place }, i) => place === i);
  const numbered = isInOrder ? undefined : byNumber(sorted, model, pivot.across, columns);
  const { doc: written, across } = numbered ?? { doc: sorted, across: pivot.across };
  const { file, nameOf } = fileOf(written, model, now, across);
  // Those that conditions and calculations over groups use are in the answer, too.
  const measures = resultColumns(written, model).filter(({ kind }) => kind === 'measure' || kind === 'over');
  const headings = columns.flatMap(({ value, label }, i) =>
    measures.map((one): readonly [string, string] => [
      `${numbered ? i + 1 : value} ${nameOf(one.id)}`,
      one.id === measure ? label : `${label} ${one.label}`,
    ]),
  );
  return {
    unigrid: { ...file.unigrid, pivot: nameOf(across) },
    headings: Object.fromEntries(headings),
  };
}
