// What a reader knows of all values of a column: that its texts are usual ones, so that the engine's LIKE and GLOB are right
// about each, or that its numbers are whole units, which add up without a look at each. To ask every value takes a
// statement longer than to use it.
import type { Database, Statement } from 'better-sqlite3';

/** A look at a whole column that takes longer is given up, and not tried again by this connection. */
const longestLookMs = 500;

/** To search and to multiply with what is known takes a fraction of the time; to add up some four fifths. */
const usesOf = { search: 2, product: 2, sum: 6 } as const;

/** Columns that somebody searches or adds up; there are few of them. */
const mostFacts = 256;

interface Fact {
  /** Finds a value that speaks against it. */
  readonly doubt: string;
  /** How many statements have asked since the file was last written to. */
  asked: number;
  /** The last of them. */
  askedBy: number;
  /** After so many of them a look is worth its time. */
  uses: number;
  /** Null where nobody has looked. */
  holds: boolean | null;
  /** Whether a look takes too long, or cannot be had. */
  isGivenUp: boolean;
}

class TooLong extends Error {}

export class ColumnFacts {
  readonly #db: Database;
  /** By the statement that would find a doubt. */
  readonly #facts = new Map<string, Fact>();
  /** The state of the file that all of this is about. */
  #version: unknown;
  #readVersion: Statement<[], unknown> | null = null;
  #deadline = Number.POSITIVE_INFINITY;
  /** The number of the statement that runs. */
  #statement = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Asked by a statement, once for each time that it runs. */
  areUsual(table: unknown, column: unknown): boolean {
    return this.#holds(unusualSql(String(table), String(column)), usesOf.search);
  }

  /** Whether the numbers of a column are whole units of so many decimals, and few enough for exact products of two. */
  areUnits(table: unknown, column: unknown, scale: unknown, use: 'sum' | 'product'): boolean {
    return this.#holds(noUnitsSql(String(table), String(column), Number(scale)), usesOf[use]);
  }

  #holds(doubt: string, uses: number): boolean {
    const fact = this.#fact(doubt);
    fact.uses = Math.min(fact.uses, uses);
    // A statement may name a column in several places.
    if (fact.askedBy !== this.#statement) fact.asked++;
    fact.askedBy = this.#statement;
    return fact.holds === true;
  }

  /** At the begin of a transaction, which shows one state of the file. */
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

  /** After a statement, within its transaction: looks at what was asked often enough in one state of the file. */
  settle(): void {
    this.#statement++;
    if (this.#facts.size === 0) return;
    this.#version ??= this.#currentVersion();
    for (const fact of this.#facts.values()) {
      if (fact.asked >= fact.uses && fact.holds === null && !fact.isGivenUp) this.#look(fact);
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

  #fact(doubt: string): Fact {
    const known = this.#facts.get(doubt);
    if (known !== undefined) return known;
    if (this.#facts.size >= mostFacts) this.#facts.clear();
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

  #look(fact: Fact): void {
    this.#deadline = performance.now() + longestLookMs;
    try {
      fact.holds = this.#db.prepare(fact.doubt).get() === undefined;
    } catch (error) {
      // The statement before has its rows, whatever keeps this from its end: another one may ask again. Only a table
      // without row numbers cannot be looked at in a way that can be ended.
      fact.isGivenUp = error instanceof TooLong || isSqlError(error);
      fact.asked = 0;
    } finally {
      this.#deadline = Number.POSITIVE_INFINITY;
    }
  }
}

/** Bytes, a NUL, at which a text ends to LIKE and GLOB, and the two letters that fold to ASCII. */
function unusualSql(table: string, column: string): string {
  const text = quoted(column);
  const unusual = [`+${text} >= x''`, ...[0, 0x212a, 0x130].map((code) => `instr(${text}, char(${code}))`)];
  return doubtSql(table, unusual.join(' or '));
}

/** The product of two such numbers of units, as doubles, is less than half a unit away from the exact one. */
const mostUnits = 10_000_000;

/** What is no number, has more decimals, or is too large. */
function noUnitsSql(table: string, column: string, scale: number): string {
  const number = `+${quoted(column)}`;
  const most = mostUnits / 10 ** scale;
  const isUnits = `typeof(${number}) in ('integer', 'real') and ${number} between -${most} and ${most} and ${number} = round(${number} * 1e${scale}) / 1e${scale}`;
  return doubtSql(table, `${number} is not null and not (${isUnits})`);
}

/** Ticks on the way. */
function doubtSql(table: string, condition: string): string {
  return `select 1 from main.${quoted(table)} where (_rowid_ % 251 <> 0 or joinery_tick()) and (${condition}) limit 1`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function isSqlError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR';
}
