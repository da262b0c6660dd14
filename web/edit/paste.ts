// What a spreadsheet puts on the clipboard: rows and cells, and the place that they take in the grid.

export type Pasted = readonly (readonly string[])[];

/** Cells between tabs, rows between line ends; what stands in quotes may hold both, and quotes twice. */
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
    // Spreadsheets end the last row, too.
    if (at >= end) break;
  }
  return rows;
}

/** A cell in quotes; undefined where the quote is a letter like any other. */
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

export interface Fitted {
  readonly cells: Pasted;
  /** How many rows and columns have no room. */
  readonly rowsOver: number;
  readonly columnsOver: number;
}

/**
 * The cells as they come to stand from the first cell of the selection on. A single cell fills the selection, and a first
 * row that repeats the headings is none.
 */
export function fitTable(
  pasted: Pasted,
  block: Block,
  room: { readonly rows: number; readonly headings: readonly string[] },
): Fitted {
  const headings = room.headings.slice(block.left);
  const [first = [], ...rest] = pasted;
  const repeats = rest.length > 0 && first.every((text, i) => text === headings[i]);
  const rows = repeats ? rest : pasted;
  const only = rows.length === 1 && rows[0]?.length === 1 ? (rows[0][0] ?? '') : undefined;
  const cells =
    only === undefined
      ? rows
      : Array.from({ length: block.bottom - block.top + 1 }, () =>
          Array.from({ length: block.right - block.left + 1 }, () => only),
        );
  const width = Math.max(0, ...cells.map((row) => row.length));
  return {
    cells,
    rowsOver: Math.max(0, block.top + cells.length - room.rows),
    columnsOver: Math.max(0, width - headings.length),
  };
}
