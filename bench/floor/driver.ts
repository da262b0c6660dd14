// What the floor needs of an engine: its bare driver, as in a single hand-written endpoint.
import type { ServerResponse } from 'node:http';
import type { LiveEngine as Engine } from '../../test/support/engines.ts';

export type Row = Record<string, unknown>;
export type Value = string | number;

/** A part of the order lines, by order number. */
export interface ExportPart {
  readonly from: number;
  readonly to: number;
}

export interface FloorDriver {
  readonly engine: Engine;
  /** Rows as objects, the driver's default. */
  rows(sql: string, parameters: readonly Value[]): Promise<Row[]>;
  /** Rows as arrays, which cost less. */
  arrays(sql: string, parameters: readonly Value[]): Promise<unknown[][]>;
  /** Converts a timestamp from the driver to ISO 8601. */
  moment(value: unknown): unknown;
  /** Converts a boolean from the driver. */
  truth(value: unknown): boolean;
  /** A case-insensitive pattern match, in SQL. */
  ilike(column: string): string;
  /** Sends the order lines as CSV: the plain way, and the best known hand-written way if there is a better one. */
  exportPlain(part: ExportPart | null, response: ServerResponse): Promise<void>;
  exportBest(part: ExportPart | null, response: ServerResponse): Promise<void>;
}
