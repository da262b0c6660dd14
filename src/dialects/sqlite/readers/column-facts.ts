// What a reader knows of all values in a column: that its texts are plain, so that the engine's LIKE and GLOB are right
// about them, or usual moments, which the engine can cut into periods, or that its numbers are whole units, which can be
// added without checking each. Checking takes longer than a single statement saves.
import type { Database, Statement } from 'better-sqlite3';
import { isUsualMomentSql } from '../sql/usual-moments.ts';

/** A scan of a column that takes longer is abandoned, and not repeated by this connection. */
const maxScanMs = 500;

/** With the fact known, searches, periods and products take a fraction of the time, sums about four fifths. */
const usesOf = { search: 2, moment: 2, product: 2, sum: 6 } as const;

/** The columns that are searched or added up; few are. */
const maxFacts = 256;

interface Fact {
  /** The statement that finds a counterexample. */
  readonly doubt: string;
  /** The number of statements that asked since the file was last written. */
  asked: number;
  /** The last statement that asked. */
  askedBy: number;
  /** The number of uses after which a scan pays off. */
  uses: number;
  /** Null if not checked yet. */
  holds: boolean | null;
  /** Whether the scan takes too long or is impossible. */
  isGivenUp: boolean;
}

class ScanTooLong extends Error {}

export class ColumnFacts {
  readonly #db: Database;
  /** By the statement that would find a counterexample. */
  readonly #facts = new Map<string, Fact>();
  /** The state of the file that these facts describe. */
  #version: unknown;
  #readVersion: Statement<[], unknown> | null = null;
  #deadline = Number.POSITIVE_INFINITY;
  /** The number of the running statement. */
  #statement = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Called from within a statement, once per execution. */
  areUsual(table: unknown, column: unknown): boolean {
    return this.#holds(unusualSql(String(table), String(column)), usesOf.search);
  }

  /** Whether a column's values are dates and moments in the usual forms. */
  areMoments(table: unknown, column: unknown): boolean {
    return this.#holds(noMomentSql(String(table), String(column)), usesOf.moment);
  }

  /** Whether a column's numbers are whole units with this scale, and small enough for exact products of two. */
  areUnits(table: unknown, column: unknown, scale: unknown, use: 'sum' | 'product'): boolean {
    return this.#holds(noUnitsSql(String(table), String(column), Number(scale)), usesOf[use]);
  }

  #holds(doubt: string, uses: number): boolean {
    const fact = this.#fact(doubt);
    fact.uses = Math.min(fact.uses, uses);
    // A statement may name a column several times.
    if (fact.askedBy !== this.#statement) fact.asked++;
    fact.askedBy = this.#statement;
    return fact.holds === true;
  }

  /** Call at the start of a transaction, which sees one state of the file. */
  begin(): void {
    if (this.#facts.size === 0) return;
    const version = this.#currentVersion();
    if (version === this.#version) return;
    this.#version = version;
    for (const fact of this.#facts.values()) {
      fact.asked = 0;
      fact.holds = null;
    }
  }

  /** Call after a statement, within its transaction: checks the facts that were asked for often enough. */
  settle(): void {
    this.#statement++;
    if (this.#facts.size === 0) return;
    this.#version ??= this.#currentVersion();
    for (const fact of this.#facts.values()) {
      if (fact.asked >= fact.uses && fact.holds === null && !fact.isGivenUp) this.#check(fact);
    }
  }

  /** Called from within long statements. */
  tick(): void {
    if (performance.now() > this.#deadline) throw new ScanTooLong();
  }

  #currentVersion(): unknown {
    this.#readVersion ??= this.#db.prepare<[], unknown>('pragma data_version').pluck();
    return this.#readVersion.get();
  }

  #fact(doubt: string): Fact {
    const known = this.#facts.get(doubt);
    if (known !== undefined) return known;
    if (this.#facts.size >= maxFacts) this.#facts.clear();
    const fact: Fact = {
      doubt,
      asked: 0,
      askedBy: -1,
      uses: Number.POSITIVE_INFINITY,
      holds: null,
      isGivenUp: false,
    };
    this.#facts.set(doubt, fact);
    return fact;
  }

  #check(fact: Fact): void {
    this.#deadline = performance.now() + maxScanMs;
    try {
      fact.holds = this.#db.prepare(fact.doubt).get() === undefined;
    } catch (error) {
      // The preceding statement has its rows, whatever went wrong here, so others may ask again. Only a table without
      // row ids can never be checked by an interruptible scan.
      fact.isGivenUp = error instanceof ScanTooLong || isSqlError(error);
      fact.asked = 0;
    } finally {
      this.#deadline = Number.POSITIVE_INFINITY;
    }
  }
}

/** Bytes, NUL (where LIKE and GLOB end a text), and the two letters that fold to ASCII. */
function unusualSql(table: string, column: string): string {
  const text = quoted(column);
  const unusual = [`+${text} >= x''`, ...[0, 0x212a, 0x130].map((code) => `instr(${text}, char(${code}))`)];
  return doubtSql(table, unusual.join(' or '));
}

/** Finds values that are not in the usual forms of moments. */
function noMomentSql(table: string, column: string): string {
  const text = `+${quoted(column)}`;
  return doubtSql(table, `${text} is not null and not (${isUsualMomentSql(text)})`);
}

/** As doubles, the product of two such numbers of units is less than half a unit off the exact one. */
const mostUnits = 10_000_000;

/** Finds values that are not numbers, have more decimals, or are too large. */
function noUnitsSql(table: string, column: string, scale: number): string {
  const number = `+${quoted(column)}`;
  const most = mostUnits / 10 ** scale;
  const isUnits = `typeof(${number}) in ('integer', 'real') and ${number} between -${most} and ${most} and ${number} = round(${number} * 1e${scale}) / 1e${scale}`;
  return doubtSql(table, `${number} is not null and not (${isUnits})`);
}

/** Calls the tick function during the scan. */
function doubtSql(table: string, condition: string): string {
  return `select 1 from main.${quoted(table)} where (_rowid_ % 251 <> 0 or joinery_tick()) and (${condition}) limit 1`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function isSqlError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR';
}
