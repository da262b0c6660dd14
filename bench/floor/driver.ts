// What the floor needs of an engine: its bare driver, as somebody who writes one endpoint by hand would use it.
import type { ServerResponse } from 'node:http';
import type { LiveEngine as Engine } from '../../test/support/engines.ts';

export type Row = Record<string, unknown>;
export type Value = string | number;

/** A part of the order lines, by the numbers of their orders. */
export interface ExportPart {
  readonly from: number;
  readonly to: number;
}

export interface FloorDriver {
  readonly engine: Engine;
  /** Rows as objects: what the driver gives unless it is told otherwise. */
  rows(sql: string, parameters: readonly Value[]): Promise<Row[]>;
  /** Rows as arrays, which cost less. */
  arrays(sql: string, parameters: readonly Value[]): Promise<unknown[][]>;
  /** A moment as the driver gives it → as ISO 8601. */
  moment(value: unknown): unknown;
  /** A truth value as the driver gives it → true or false. */
  truth(value: unknown): boolean;
  /** Case-insensitive pattern match, in SQL. */
  ilike(column: string): string;
  /** Sends the order lines as CSV: the plain way, and the best one known by hand where there is a better one. */
  exportPlain(part: ExportPart | null, response: ServerResponse): Promise<void>;
  exportBest(part: ExportPart | null, response: ServerResponse): Promise<void>;
}
