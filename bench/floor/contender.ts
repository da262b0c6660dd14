// The endpoints of the benchmark; a contender is one implementation of them.
import type { ServerResponse } from 'node:http';
import type { ExportPart } from './driver.ts';

export interface Grid {
  readonly cols: readonly string[];
  readonly data: readonly unknown[];
  readonly size: { readonly offset: number; readonly total: number; readonly frame: number };
}

/** The body of requests for pages; each endpoint reads what it needs. */
export interface PageBody {
  readonly employee: number;
  readonly offset: number;
  readonly shop: number;
  readonly total: number;
  readonly city: string;
  readonly from: number;
}

/** Analytical queries. */
export interface Analyses {
  /** A page of customers, with the total that each has spent. */
  spenders(body: PageBody): Promise<Grid>;
  /** Sums of a computed field, by quantity. */
  revenue(body: PageBody): Promise<Grid>;
  /** By shop, with a column for each state. */
  pivoted(body: PageBody): Promise<Grid>;
  /** The three largest orders of each state. */
  best(body: PageBody): Promise<Grid>;
}

export interface Contender extends Analyses {
  record(base: string, key: number): Promise<unknown>;
  list(base: string, limit: number, response: ServerResponse): Promise<void>;
  ofEmployee(body: PageBody): Promise<Grid>;
  ofShop(body: PageBody): Promise<Grid>;
  ofBook(body: PageBody): Promise<Grid>;
  search(body: PageBody): Promise<Grid>;
  export(part: ExportPart | null, response: ServerResponse): Promise<void>;
}
