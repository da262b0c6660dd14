// Private databases that hold what was read of files. Each is written once; a later one holds what has changed since.
import { closeSync, existsSync, openSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { AttachedDatabase } from '../run/engine.ts';
import { OwnFolder } from '../run/own-folder.ts';
import { literal } from '../sql/words.ts';

/** Where a process finds the files that it has open, by their numbers. */
const openFiles = '/proc/self/fd';

export class Layer implements AttachedDatabase {
  /** What statements call it; no other has it in this process. */
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

  /** How many rows were put into it, those included that nobody asks for any more. */
  get rows(): number {
    return this.#rows;
  }

  /** From now on it is only read. Where the system lets us, it has no name any more: whatever ends us ends it. */
  seal(rows: number): void {
    this.#rows = rows;
    if (!existsSync(openFiles)) return;
    this.#file = openSync(this.path, 'r');
    this.#folder.remove();
  }

  /** Those who have it open read on. */
  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    this.#folder.remove();
  }
}

/** A table that lies in a layer. */
interface Placed {
  readonly layer: Layer;
  readonly rows: number;
}

type Run = (sql: string) => Promise<unknown>;

/** All layers that are there. The first one has no tables: it is what the engine opens before it is given the others. */
export class Layers {
  #empty: Layer | null = null;
  readonly #others = new Set<Layer>();
  #count = 0;

  /** The empty one and those that hold the tables. */
  holding(tables: readonly Placed[]): readonly [empty: Layer, ...Layer[]] {
    if (this.#empty === null) throw new Error('no layer has been made yet');
    const used = new Set(tables.map(({ layer }) => layer));
    return [this.#empty, ...used];
  }

  /** An instance of the engine has all layers that are there, and may add one. */
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

  /** The one that takes what is new, made when the first one asks for it. `bytes` is about how much that is, unpacked. */
  added(bytes: number): Promise<Layer> {
    this.#added ??= this.#attached(bytes);
    return this.#added;
  }

  /** Everything is in its place. */
  async seal(tables: readonly Placed[]): Promise<void> {
    const layer = await this.#added;
    if (layer === null) return;
    await this.#run(`detach ${layer.name}`);
    const its = tables.filter((table) => table.layer === layer);
    layer.seal(its.reduce((rows, table) => rows + table.rows, 0));
  }

  async #attached(bytes: number): Promise<Layer> {
    const layer = this.#make();
    // Nobody recovers it: what is not sealed is thrown away.
    const size = bytes < fewBytes ? ', block_size 16384' : '';
    await this.#run(`attach ${literal(layer.path)} as ${layer.name} (recovery_mode no_wal_writes${size})`);
    const compression = bytes < mostPlainBytes ? 'uncompressed' : 'auto';
    await this.#run(`set global force_compression = '${compression}'`);
    return layer;
  }
}

/** Each table takes a block at least: where there is little to put down, blocks are small. */
const fewBytes = 64_000_000;

/**
 * Values as they are take half the time to read and a third to put down, and up to six times the room: so they are kept
 * where they fit into the memory that the engine has for them.
 */
const mostPlainBytes = totalmem() / 4;

/** More would make each answer look into too many files. */
const mostLayers = 8;

/**
 * The layers whose tables are better put together into a new one: those of which most rows are of the past, and all but
 * the largest where there are many.
 */
export function worthMerging(tables: readonly Placed[]): ReadonlySet<Layer> {
  const live = new Map<Layer, number>();
  for (const { layer, rows } of tables) live.set(layer, (live.get(layer) ?? 0) + rows);
  const isOld = (layer: Layer) => (live.get(layer) ?? 0) * 2 < layer.rows;
  const [old, others] = [[...live.keys()].filter(isOld), [...live.keys()].filter((layer) => !isOld(layer))];
  if (others.length < mostLayers) return new Set(old);
  return new Set([...old, ...others.toSorted((a, b) => b.rows - a.rows).slice(1)]);
}
