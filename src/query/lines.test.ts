import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PageReader } from './lines.ts';

interface Row {
  readonly cells: unknown[];
  readonly cursor: string;
}

const rows = fc.array(
  fc.record({ cells: fc.array(fc.jsonValue(), { maxLength: 3 }), cursor: fc.string({ unit: 'binary' }) }),
  { maxLength: 12 },
);

/** The bytes of rows as an engine sends them, cut at arbitrary places. */
function pieces(text: string, cuts: readonly number[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...places].map((from, i) => bytes.slice(from, places[i]));
}

function written({ cells, cursor }: Row, hasCursor: boolean, total: number | null): string {
  const lines = [cells, ...(hasCursor ? [[cursor]] : []), ...(total === null ? [] : [total])];
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

test('a page is read as it was written, wherever its bytes are split', () => {
  const limits = fc.option(fc.integer({ min: 1, max: 14 }), { nil: null });
  const totals = fc.option(fc.nat(), { nil: null });
  fc.assert(
    fc.property(
      rows,
      limits,
      fc.boolean(),
      totals,
      fc.array(fc.nat()),
      (all, limit, hasCursor, total, cuts) => {
        // A page is requested with at most one extra row.
        const asked = all.slice(0, limit === null ? undefined : limit + 1);
        const text = asked.map((row) => written(row, hasCursor, total)).join('\n');
        const page = new PageReader(
          { cursor: hasCursor, total: total !== null },
          limit === null ? null : BigInt(limit),
        );
        const decoder = new TextDecoder();
        const read = pieces(text, cuts).map((piece) => decoder.decode(page.take(piece), { stream: true }));
        page.end();

        const given = asked.slice(0, limit ?? undefined);
        expect(read.join('')).toBe(given.map(({ cells }) => JSON.stringify(cells)).join(','));
        expect(page.rows).toBe(given.length);
        expect(page.hasMore).toBe(asked.length > given.length);
        expect(page.total).toBe(total === null || asked.length === 0 ? null : BigInt(total));
        const last = given.at(-1);
        if (page.hasMore && hasCursor) expect(page.cursor).toBe(JSON.stringify([last?.cursor]));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('an empty text is a page without rows', () => {
  const page = new PageReader({ cursor: true, total: true }, 10n);
  page.end();
  expect([page.rows, page.hasMore, page.cursor, page.total]).toEqual([0, false, null, null]);
});
