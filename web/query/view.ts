// Edits of the result's layout: order, visibility, pins and widths of columns.
import type { ColumnFormat } from '../values/columnFormat.ts';
import type { ChartChoice, QueryDocument, RowHeight, View } from './document.ts';

function change(doc: QueryDocument, view: Partial<View>): QueryDocument {
  return { ...doc, view: { ...doc.view, ...view } };
}

export function hideColumn(doc: QueryDocument, id: string): QueryDocument {
  return doc.view.hidden.includes(id) ? doc : change(doc, { hidden: [...doc.view.hidden, id] });
}

export function showColumn(doc: QueryDocument, id: string): QueryDocument {
  return change(doc, { hidden: doc.view.hidden.filter((other) => other !== id) });
}

export function pinColumn(doc: QueryDocument, id: string, pinned: boolean): QueryDocument {
  const others = doc.view.pinned.filter((other) => other !== id);
  return change(doc, { pinned: pinned ? [...others, id] : others });
}

/** Moves a column before or after another one; `all` is the current screen order. */
export function moveColumn(
  doc: QueryDocument,
  all: readonly string[],
  id: string,
  to: number,
): QueryDocument {
  const rest = all.filter((other) => other !== id);
  const place = Math.max(0, Math.min(to, rest.length));
  return change(doc, { order: rest.toSpliced(place, 0, id) });
}

const MIN_WIDTH = 56;
const MAX_WIDTH = 1200;

export function setWidth(doc: QueryDocument, id: string, width: number | undefined): QueryDocument {
  const { [id]: _, ...others } = doc.view.widths;
  if (width === undefined) return change(doc, { widths: others });
  const fitting = Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)));
  return change(doc, { widths: { ...others, [id]: fitting } });
}

/** Undefined restores the field's name. */
export function renameColumn(doc: QueryDocument, id: string, name: string | undefined): QueryDocument {
  const { [id]: _, ...others } = doc.view.names;
  return change(doc, { names: name === undefined ? others : { ...others, [id]: name } });
}

export function setFormat(doc: QueryDocument, id: string, format: ColumnFormat): QueryDocument {
  const { [id]: _, ...others } = doc.view.formats;
  const isUsual = Object.values(format).every((part) => part === undefined);
  return change(doc, { formats: isUsual ? others : { ...others, [id]: format } });
}

/** Undefined restores the default height. */
export function setRowHeight(doc: QueryDocument, rowHeight: RowHeight | undefined): QueryDocument {
  const { rowHeight: _, ...rest } = doc.view;
  return { ...doc, view: rowHeight ? { ...rest, rowHeight } : rest };
}

/** Undefined restores the suggested chart. */
export function setChart(doc: QueryDocument, chart: ChartChoice | undefined): QueryDocument {
  const { chart: _, ...rest } = doc.view;
  const chosen = chart && Object.values(chart).some((value) => value !== undefined);
  return { ...doc, view: chosen ? { ...rest, chart } : rest };
}
