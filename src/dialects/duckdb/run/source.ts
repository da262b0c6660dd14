// The origin of a DuckDB database: it may be replaced at any time, but each opened database stays unchanged.
import type { RawCatalog } from '../../../model/catalog.ts';
import type { Engine } from './engine.ts';

export interface Source {
  /** The current version; cheap enough to be called for each request, and different after every change. */
  version(): string;
  open(): Promise<Opened>;
  /** Nothing will be opened any more. */
  close?(): void;
}

export interface Opened {
  readonly engine: Engine;
  /** The version that was opened. */
  readonly version: string;
  /** Whether the opened database is still intact: its file may be overwritten while it is read. */
  isIntact(): boolean;
  /** What was left out, and why. */
  readonly warnings: readonly string[];
  /** Present if it is known without reading the engine's catalog. */
  readonly catalog?: RawCatalog;
}
