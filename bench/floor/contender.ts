// The endpoints of the benchmark; a contender is one way to write them.
import type { ServerResponse } from 'node:http';
import type { ExportPart } from './driver.ts';

export interface Grid {
  readonly cols: readonly string[];
  readonly data: readonly unknown[];
  readonly size: { readonly offset: number; readonly total: number; readonly frame: number };
}

/** What the requests for pages say; each endpoint reads what it needs. */
export interface PageBody {
  readonly employee: number;
  readonly offset: number;
  readonly shop: number;
  readonly total: number;
  readonly city: string;
}

export interface Contender {
  record(base: string, key: number): Promise<unknown>;
  list(base: string, limit: number, response: ServerResponse): Promise<void>;
  ofEmployee(body: PageBody): Promise<Grid>;
  ofShop(body: PageBody): Promise<Grid>;
  ofBook(body: PageBody): Promise<Grid>;
  search(body: PageBody): Promise<Grid>;
  export(part: ExportPart | null, response: ServerResponse): Promise<void>;
}
