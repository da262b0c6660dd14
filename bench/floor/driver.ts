// What the floor needs of an engine: its bare driver, as somebody writing one endpoint by hand would use it.
import type { Engine } from '../../test/support/engines.ts';

export type Row = Record<string, unknown>;

export interface FloorDriver {
  readonly engine: Engine;
  query(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** The text of a moment as ISO 8601, in SQL. */
  moment(column: string): string;
  /** Case-insensitive pattern match, in SQL. */
  ilike(column: string): string;
}
