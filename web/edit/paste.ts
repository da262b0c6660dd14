// Parses the rows and cells that a spreadsheet puts on the clipboard, and fits them into the grid.

export type Pasted = readonly (readonly string[])[];

/** Tabs separate cells, line ends separate rows; quoted cells may contain both, with quotes doubled. */
export function readTable(text: string): Pasted {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const end = text.length;
  while (at <= end) {
    let cell: string;
    const quoted = text[at] === '"' ? quotedAt(text, at) : undefined;
    if (quoted) {
      cell = quoted.cell;
      at = quoted.next;
    } else {
      const stop = /[\t\r\n]/g;
      stop.lastIndex = at;
      const found = stop.exec(text)?.index ?? end;
      cell = text.slice(at, found);
      at = found;
    }
    row.push(cell);
    if (text[at] === '\t') {
      at += 1;
      continue;
    }
    rows.push(row);
    row = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
    // Spreadsheets terminate the last row, too.
    if (at >= end) break;
  }
  return rows;
}

/** A quoted cell; undefined if the quote is an ordinary character. */
function quotedAt(text: string, start: number): { readonly cell: string; readonly next: number } | undefined {
  const quoted = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/gy;
  quoted.lastIndex = start;
  const found = quoted.exec(text);
  if (!found) return undefined;
  return { cell: (found[1] ?? '').replaceAll('""', '"').replaceAll('\r\n', '\n'), next: quoted.lastIndex };
}

interface Block {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export interface Fitted<T> {
  /** Undefined if there are more cells than can be changed at once. */
  readonly cells: readonly (readonly T[])[] | undefined;
  readonly rows: number;
  readonly columns: number;
  /** The number of rows and columns that do not fit. */
  readonly rowsOver: number;
  readonly columnsOver: number;
}

/** Drops a first row that repeats the headings. */
export function withoutHeadings(pasted: Pasted, headings: readonly string[]): Pasted {
  const [first = [], ...rest] = pasted;
  return rest.length > 0 && first.every((text, i) => text === headings[i]) ? rest : pasted;
}

/**
 * Places the cells from the first selected cell on. If the selection is an exact multiple of their size, they are
 * repeated to fill it; a single cell fills any selection.
 */
export function fitTable<T>(
  pasted: readonly (readonly T[])[],
  block: Block,
  room: { readonly rows: number; readonly columns: number; readonly cells: number },
): Fitted<T> {
  const width = pasted.reduce((most, row) => Math.max(most, row.length), 0);
  const isEven = pasted.every((row) => row.length === width);
  const down = repeatCount(block.bottom - block.top + 1, pasted.length);
  const across = isEven ? repeatCount(block.right - block.left + 1, width) : 1;
  const [rows, columns] = [pasted.length * down, width * across];
  const wide = () => (across === 1 ? pasted : pasted.map((row) => repeated(row, across)));
  return {
    cells: rows * columns > room.cells ? undefined : repeated(wide(), down),
    rows,
    columns,
    rowsOver: Math.max(0, block.top + rows - room.rows),
    columnsOver: Math.max(0, block.left + columns - room.columns),
  };
}

function repeatCount(selected: number, pasted: number): number {
  return pasted > 0 && selected % pasted === 0 ? selected / pasted : 1;
}

function repeated<T>(values: readonly T[], times: number): readonly T[] {
  return Array.from({ length: times }, () => values).flat();
}
