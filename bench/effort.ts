// How much work a run puts into its figures.
import type { Sizes } from './data.ts';

export interface Effort {
  readonly name: 'full' | 'quick';
  /** The number of measured rounds; in each round every contender has one turn. */
  readonly repeats: number;
  /** Short workloads get more rounds, until this many seconds have passed. */
  readonly longEnough: number;
  /**
   * How long each contender is warmed up before measuring. V8 recompiles hot code while it runs: the first thousand
   * records take several times the processor time of those after twenty thousand, and a larger code base takes longer
   * to get there.
   */
  readonly warmSeconds: number;
  /** The length of a turn under load. */
  readonly seconds: number;
  readonly sizes: Sizes;
  /** Rows of the long record list, for one client and for many concurrent ones. */
  readonly listRows: { readonly alone: number; readonly together: number };
  /** The numbers of tables in the large schemas. */
  readonly manyTables: readonly number[];
  /** Rows of the Parquet file. */
  readonly parquetRows: number;
  /** Rows of the table that the browser scrolls through. */
  readonly scrolledRows: number;
}

export const efforts: Record<Effort['name'], Effort> = {
  full: {
    name: 'full',
    // On a shared machine, many short turns are more reliable than a few long ones: other load then affects both sides.
    repeats: 5,
    longEnough: 5,
    warmSeconds: 4,
    seconds: 0.5,
    sizes: { customers: 100_000, products: 10_000, orders: 300_000, lines: 1_000_000 },
    listRows: { alone: 100_000, together: 20_000 },
    manyTables: [1_000, 5_000],
    parquetRows: 10_000_000,
    scrolledRows: 1_000_000,
  },
  quick: {
    name: 'quick',
    repeats: 2,
    longEnough: 0,
    warmSeconds: 1,
    seconds: 0.1,
    sizes: { customers: 30_000, products: 10_000, orders: 90_000, lines: 90_000 },
    listRows: { alone: 20_000, together: 2_000 },
    manyTables: [1_000],
    parquetRows: 1_000_000,
    scrolledRows: 100_000,
  },
};
