/** Editions of one database file, and clients that detect the edition of an answer. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import type { Service } from '../http/service.ts';

export const run = promisify(execFile);

export interface Editions {
  /** The path that is served. */
  readonly served: string;
  /** A finished file of this edition, beside the served one. */
  make(edition: number): string;
}

/** The number of rows, which differs for each edition. */
export function rowsOf(edition: number, rows = 3_000): number {
  return rows + edition;
}

/**
 * All files are made by the same statements, so the engine's change counters are the same and do not distinguish them.
 * Odd editions have another column type, with a schema text of the same length.
 */
export function editionsIn(folder: string, { rows = 3_000, mode = 'delete' } = {}): Editions {
  return {
    served: join(folder, 'shop.db'),
    make(edition) {
      const file = join(folder, `edition-${edition}.db`);
      const database = new Sqlite(file);
      database.exec(`
        pragma journal_mode = ${mode};
        begin;
        create table thing (id integer primary key, edition integer not null, mark ${edition % 2 ? 'real' : 'text'} not null, name text);
        create view thing_view as select id, edition, mark, name from thing;
        with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rowsOf(edition, rows)})
          insert into thing select i, ${edition}, '7', printf('%060d', i) from n;
        commit;`);
      database.close();
      return file;
    },
  };
}

/** The content of a complete answer. */
export interface ReadEdition {
  readonly kind: string;
  readonly edition: number;
}

/** A read that returns the edition of its answer, after checking that every row belongs to it. */
export type Read = (service: Service) => Promise<number>;

type Row = { readonly edition: number; readonly mark: unknown };

/** Fails on a mixture, and on fewer or more rows than the edition has. */
function editionOf(rows: readonly Row[], count: number | null): number {
  const editions = new Set(rows.map(({ edition }) => edition));
  const [edition] = editions;
  if (edition === undefined || editions.size !== 1)
    throw new MixedEditionsError(`editions ${[...editions]} in one answer`);
  if (count !== null && rows.length !== count + edition) {
    throw new MixedEditionsError(`${rows.length} rows of edition ${edition}`);
  }
  const marks = new Set(rows.map(({ mark }) => JSON.stringify(mark)));
  const mark = edition % 2 ? '7' : '"7"';
  if (marks.size !== 1 || !marks.has(mark))
    throw new MixedEditionsError(`marks ${[...marks]} in edition ${edition}`);
  return edition;
}

/** An answer with rows of more than one file. */
export class MixedEditionsError extends Error {}

/** A proper refusal. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, body: string) {
    super(`${status} ${body.slice(0, 300)}`);
    this.status = status;
  }
}

async function completeText(response: Response): Promise<string> {
  const text = await response.text();
  if (response.status !== 200) throw new Refused(response.status, text);
  return text;
}

async function json<T>(response: Response): Promise<T> {
  return JSON.parse(await completeText(response)) as T; // As the contract says; a mixture shows up as a wrong value.
}

const entity = (id: string, attributes: readonly object[]) => ({ entities: [{ id, attributes }] });
const columns = [{ id: 'id' }, { id: 'edition' }, { id: 'mark' }];
const query = '/api/database/uni-grid-request';

interface Grid {
  readonly data: readonly (readonly unknown[])[];
  readonly size: { readonly total: number };
  readonly summaries?: {
    readonly edition: { readonly min: number; readonly max: number; readonly count: number };
  };
}

const gridRows = (grid: Grid): Row[] =>
  grid.data.map(([, edition, mark]) => ({ edition: Number(edition), mark }));

export function readsOf(rows = 3_000): Record<string, Read> {
  /** A page, its total and its summaries. */
  const page =
    (id: string, extra: object): Read =>
    async (service) => {
      const attributes = [
        { id: 'id' },
        { id: 'edition', summaries: ['min', 'max', 'count'] },
        { id: 'mark' },
      ];
      const grid = await json<Grid>(await service.post(query, { ...entity(id, attributes), ...extra }));
      const edition = editionOf(gridRows(grid), null);
      const expected = { min: edition, max: edition, count: rows + edition };
      const shown = JSON.stringify({ ...grid.summaries?.edition, total: grid.size.total });
      if (shown !== JSON.stringify({ ...expected, total: rows + edition })) {
        throw new MixedEditionsError(`rows of edition ${edition} beside ${shown}`);
      }
      return edition;
    };
  return {
    list: async (service) => {
      const { data } = await json<{ data: Row[] }>(await service.get('/api/database/tables/thing'));
      return editionOf(data, rows);
    },
    'list of a view': async (service) => {
      const { data } = await json<{ data: Row[] }>(await service.get('/api/database/tables/thing_view'));
      return editionOf(data, rows);
    },
    record: async (service) =>
      editionOf([await json<Row>(await service.get('/api/database/tables/thing/recs/[5]'))], null),
    'sorted page': page('thing', { order: [{ alias: 'edition' }, { alias: 'id', asc: false }], limit: 50 }),
    'page of a view': page('thing_view', { limit: 50 }),
    'long page': page('thing', { limit: 1_000_000 }),
    csv: async (service) => {
      const text = await completeText(await service.post(`${query}/export`, entity('thing', columns)));
      const lines = text.trimEnd().split('\r\n').slice(1);
      const read = lines.map((line) => {
        const [, edition, mark] = line.split(',');
        return { edition: Number(edition), mark: mark === '7.0' ? 7 : mark };
      });
      return editionOf(read, rows);
    },
    ndjson: async (service) => {
      const text = await completeText(
        await service.post(`${query}/export?format=ndjson`, entity('thing_view', columns)),
      );
      return editionOf(
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
        rows,
      );
    },
  };
}
