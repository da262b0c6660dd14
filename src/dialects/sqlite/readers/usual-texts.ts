// What a reader knows of the texts of a column: whether all of them are usual ones, so that the engine's LIKE and GLOB
// are right about each. To ask every text takes a search longer than to look into it.
import type { Database, Statement } from 'better-sqlite3';

/** A look at a whole column that takes longer is given up, and not tried again by this connection. */
const longestLookMs = 250;

/** Columns that somebody searches; there are few of them. */
const mostColumns = 256;

interface Texts {
  readonly table: string;
  readonly column: string;
  /** How many statements have asked since the file was last written to. */
  asked: number;
  /** Null where nobody has looked. */
  isUsual: boolean | null;
  /** Whether a look takes too long, or cannot be had. */
  isGivenUp: boolean;
}

class TooLong extends Error {}

export class UsualTexts {
  readonly #db: Database;
  readonly #columns = new Map<string, Texts>();
  /** The state of the file that all of this is about. */
  #version: unknown;
  #readVersion: Statement<[], unknown> | null = null;
  #deadline = Number.POSITIVE_INFINITY;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Asked by a statement, once for each time that it runs. */
  areUsual(table: unknown, column: unknown): boolean {
    const texts = this.#texts(String(table), String(column));
    texts.asked++;
    return texts.isUsual === true;
  }

  /** At the begin of a transaction, which shows one state of the file. */
  begin(): void {
    if (this.#columns.size === 0) return;
    const version = this.#currentVersion();
    if (version === this.#version) return;
    this.#version = version;
    for (const texts of this.#columns.values()) {
      texts.asked = 0;
      texts.isUsual = null;
    }
  }

  /** After a statement, within its transaction: looks at columns that were asked about twice in one state of the file. */
  settle(): void {
    if (this.#columns.size === 0) return;
    this.#version ??= this.#currentVersion();
    for (const texts of this.#columns.values()) {
      if (texts.asked > 1 && texts.isUsual === null && !texts.isGivenUp) this.#look(texts);
    }
  }

  /** Called from within long statements. */
  tick(): void {
    if (performance.now() > this.#deadline) throw new TooLong();
  }

  #currentVersion(): unknown {
    this.#readVersion ??= this.#db.prepare<[], unknown>('pragma data_version').pluck();
    return this.#readVersion.get();
  }

  #texts(table: string, column: string): Texts {
    const key = JSON.stringify([table, column]);
    const known = this.#columns.get(key);
    if (known !== undefined) return known;
    if (this.#columns.size >= mostColumns) this.#columns.clear();
    const texts: Texts = { table, column, asked: 0, isUsual: null, isGivenUp: false };
    this.#columns.set(key, texts);
    return texts;
  }

  #look(texts: Texts): void {
    this.#deadline = performance.now() + longestLookMs;
    try {
      texts.isUsual = this.#db.prepare(unusualSql(texts)).get() === undefined;
    } catch (error) {
      // The statement before has its rows, whatever keeps this from its end: another one may ask again. Only a table
      // without row numbers cannot be looked at in a way that can be ended.
      texts.isGivenUp = error instanceof TooLong || isSqlError(error);
      texts.asked = 0;
    } finally {
      this.#deadline = Number.POSITIVE_INFINITY;
    }
  }
}

/** Bytes, a NUL, at which a text ends to LIKE and GLOB, and the two letters that fold to ASCII. Ticks on the way. */
function unusualSql({ table, column }: Texts): string {
  const text = quoted(column);
  const unusual = [`+${text} >= x''`, ...[0, 0x212a, 0x130].map((code) => `instr(${text}, char(${code}))`)];
  return `select 1 from main.${quoted(table)} where (_rowid_ % 251 <> 0 or joinery_tick()) and (${unusual.join(' or ')}) limit 1`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function isSqlError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR';
}
