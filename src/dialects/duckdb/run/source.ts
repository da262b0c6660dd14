// Where a database of DuckDB comes from: it may be another one at any time, and each that was opened stays as it was.
import type { RawCatalog } from '../../../model/catalog.ts';
import type { Engine } from './engine.ts';

export interface Source {
  /** What stands there now, so cheap that each request asks; another text whenever it has changed. */
  version(): string;
  open(): Promise<Opened>;
  /** Nothing will be opened any more. */
  close?(): void;
}

export interface Opened {
  readonly engine: Engine;
  /** The version that was opened. */
  readonly version: string;
  /** Whether what was opened is still whole: a file may be written over while it is read. */
  isIntact(): boolean;
  /** What was left out and why. */
  readonly warnings: readonly string[];
  /** Only where it is known without a look into the engine's own. */
  readonly catalog?: RawCatalog;
}
