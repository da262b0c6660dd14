// Private databases with the content of files. Each is written once; later ones hold what has changed since.
import { closeSync, existsSync, openSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { AttachedDatabase } from '../run/engine.ts';
import { OwnFolder } from '../run/own-folder.ts';
import { literal } from '../sql/quoting.ts';

/** Where a process finds its open files by descriptor. */
const openFiles = '/proc/self/fd';

export class Layer implements AttachedDatabase {
  /** Its name in statements, unique within this process. */
  readonly name: string;
  readonly #folder = new OwnFolder('files');
  #file: number | null = null;
  #rows = 0;

  constructor(name: string) {
    this.name = name;
  }

  get path(): string {
    return this.#file === null ? join(this.#folder.path, 'layer.duckdb') : `${openFiles}/${this.#file}`;
  }

  /** The number of rows loaded into it, including those no longer used. */
  get rows(): number {
    return this.#rows;
  }

  /** Makes it read-only. If the system supports it, the file is unlinked, so it vanishes however the process ends. */
  seal(rows: number): void {
    this.#rows = rows;
    if (!existsSync(openFiles)) return;
    this.#file = openSync(this.path, 'r');
    this.#folder.remove();
  }

  /** Connections that have it open can continue to read. */
  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    this.#folder.remove();
  }
}

/** A table stored in a layer. */
interface Placed {
  readonly layer: Layer;
  readonly rows: number;
}

type Run = (sql: string) => Promise<unknown>;

/** All existing layers. The first has no tables: the engine opens it before the others are attached. */
export class Layers {
  #empty: Layer | null = null;
  readonly #others = new Set<Layer>();
  #count = 0;

  /** The empty layer and those that hold the tables. */
  holding(tables: readonly Placed[]): readonly [empty: Layer, ...Layer[]] {
    if (this.#empty === null) throw new Error('no layer has been made yet');
    const used = new Set(tables.map(({ layer }) => layer));
    return [this.#empty, ...used];
  }

  /** Attaches all existing layers to an engine instance, which may add one. */
  async openIn(run: Run): Promise<OpenLayers> {
    if (this.#empty === null) {
      const empty = new Layer('nothing');
      await run(`attach ${literal(empty.path)} as ${empty.name}`);
      await run(`detach ${empty.name}`);
      empty.seal(0);
      this.#empty = empty;
    }
    for (const { name, path } of this.#others) await run(`attach ${literal(path)} as ${name} (read_only)`);
    return new OpenLayers(run, () => {
      const layer = new Layer(`layer${++this.#count}`);
      this.#others.add(layer);
      return layer;
    });
  }

  closeOthers(tables: readonly Placed[]): void {
    const used = new Set(tables.map(({ layer }) => layer));
    for (const layer of this.#others) {
      if (used.has(layer)) continue;
      layer.close();
      this.#others.delete(layer);
    }
  }

  close(): void {
    this.closeOthers([]);
    this.#empty?.close();
    this.#empty = null;
  }
}

export class OpenLayers {
  readonly #run: Run;
  readonly #make: () => Layer;
  #added: Promise<Layer> | null = null;

  constructor(run: Run, make: () => Layer) {
    this.#run = run;
    this.#make = make;
  }

  /** The layer for new tables, created on first use. `bytes`: their approximate unpacked size. */
  added(bytes: number): Promise<Layer> {
    this.#added ??= this.#attached(bytes);
    return this.#added;
  }

  /** Call when all tables are complete. */
  async seal(tables: readonly Placed[]): Promise<void> {
    const layer = await this.#added;
    if (layer === null) return;
    await this.#run(`detach ${layer.name}`);
    const its = tables.filter((table) => table.layer === layer);
    layer.seal(its.reduce((rows, table) => rows + table.rows, 0));
  }

  async #attached(bytes: number): Promise<Layer> {
    const layer = this.#make();
    // No recovery is needed: a layer that is not sealed is discarded.
    const size = bytes < fewBytes ? ', block_size 16384' : '';
    await this.#run(`attach ${literal(layer.path)} as ${layer.name} (recovery_mode no_wal_writes${size})`);
    const compression = bytes < maxPlainBytes ? 'uncompressed' : 'auto';
    await this.#run(`set global force_compression = '${compression}'`);
    return layer;
  }
}

/** Each table takes at least one block, so small amounts get small blocks. */
const fewBytes = 64_000_000;

/**
 * Uncompressed values take half the time to read and a third of the time to write, but up to six times the space, so
 * they are used if they fit into the engine's memory.
 */
const maxPlainBytes = totalmem() / 4;

/** With more layers, each query would touch too many files. */
const maxLayers = 8;

/**
 * The layers whose tables should be merged into a new one: those with mostly obsolete rows and, if there are many
 * layers, all but the largest.
 */
export function worthMerging(tables: readonly Placed[]): ReadonlySet<Layer> {
  const live = new Map<Layer, number>();
  for (const { layer, rows } of tables) live.set(layer, (live.get(layer) ?? 0) + rows);
  const isOld = (layer: Layer) => (live.get(layer) ?? 0) * 2 < layer.rows;
  const [old, others] = [[...live.keys()].filter(isOld), [...live.keys()].filter((layer) => !isOld(layer))];
  if (others.length < maxLayers) return new Set(old);
  return new Set([...old, ...others.toSorted((a, b) => b.rows - a.rows).slice(1)]);
}
