// Scrolling through more rows than fit into the tallest element a browser supports.
//
// The scrolled element is never taller than TALLEST. Below that height rows are at their true position. Above it, the
// scroll bar's position stands for a share of all rows; short moves (wheel, keys, touch) still scroll pixel by pixel,
// and when scrolling pauses the bar is set to the rows' true share.

/** The default height of a row. */
export const ROW_HEIGHT = 33;

/** Firefox's limit is about 17.8 million pixels; other browsers allow more. */
export const MAX_HEIGHT = 8_000_000;

export interface Extent {
  readonly rows: number;
  /** The height of the visible area. */
  readonly viewport: number;
  readonly rowHeight: number;
}

function fullHeight({ rows, rowHeight }: Extent): number {
  return rows * rowHeight;
}

export function elementHeight(extent: Extent): number {
  return Math.min(fullHeight(extent), MAX_HEIGHT);
}

export function isScaled(extent: Extent): boolean {
  return fullHeight(extent) > MAX_HEIGHT;
}

function maxScroll(height: number, { viewport }: Extent): number {
  return Math.max(0, height - viewport);
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

/** The content position for a scroll bar position set by hand. */
export function toContent(extent: Extent, barTop: number): number {
  if (!isScaled(extent)) return barTop;
  const share = barTop / maxScroll(elementHeight(extent), extent);
  return clamp(share * maxScroll(fullHeight(extent), extent), maxScroll(fullHeight(extent), extent));
}

/** The scroll bar position for a content position. */
export function toBar(extent: Extent, contentTop: number): number {
  if (!isScaled(extent)) return contentTop;
  const share = contentTop / maxScroll(fullHeight(extent), extent);
  return Math.round(
    clamp(share * maxScroll(elementHeight(extent), extent), maxScroll(elementHeight(extent), extent)),
  );
}

export interface Position {
  readonly barTop: number;
  readonly contentTop: number;
}

/** The position after the scroll bar has moved. */
export function afterScroll(extent: Extent, before: Position, barTop: number): Position {
  if (!isScaled(extent)) return { barTop, contentTop: barTop };
  const end = maxScroll(elementHeight(extent), extent);
  const step = barTop - before.barTop;
  if (barTop <= 0 || barTop >= end || Math.abs(step) > 2 * extent.viewport) {
    return { barTop, contentTop: toContent(extent, barTop) };
  }
  return { barTop, contentTop: clamp(before.contentTop + step, maxScroll(fullHeight(extent), extent)) };
}

export interface RowRange {
  readonly first: number;
  /** The row after the last one. */
  readonly end: number;
}

export function visibleRows(extent: Extent, contentTop: number, overscan: number): RowRange {
  const first = Math.floor(contentTop / extent.rowHeight) - overscan;
  const end = Math.ceil((contentTop + extent.viewport) / extent.rowHeight) + overscan;
  return { first: clamp(first, extent.rows), end: clamp(end, extent.rows) };
}

/** The position of a row within the element. */
export function rowTop(extent: Extent, position: Position, row: number): number {
  if (!isScaled(extent)) return row * extent.rowHeight;
  return position.barTop + (row * extent.rowHeight - position.contentTop);
}

/** The content position that brings a row into view; unchanged if it already is. */
export function revealRow(extent: Extent, contentTop: number, row: number): number {
  const { rowHeight } = extent;
  const top = row * rowHeight;
  if (top < contentTop) return top;
  if (top + rowHeight > contentTop + extent.viewport) return top + rowHeight - extent.viewport;
  return contentTop;
}
