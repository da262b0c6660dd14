// Many sorted rows, range by range: this bounds the size of each sort, however many rows there are.
import type { BoundSql, Ranges, Statement } from '../../../query/dialect/statement.ts';
import type { Session } from './session.ts';
import { marked } from './stream.ts';

/** Up to this many rows are sorted in one go, as is the first range of more. */
const firstRows = 2_000;
/** The target size of a range, estimated from the rows so far. */
const rangeBytes = 2 * 1_024 * 1_024;
/** The number of sampled values that serve as range bounds. */
const sampleSize = 4_096;
/** The most ranges: each scans all rows if they are stored in arbitrary order, and all rows joined to them. */
const maxRanges = { alone: 256, joined: 32 };
/** A page with fewer rows is found without sorting all the others. */
const shortPage = 20_000n;

/** Types without quotes in their names, which can be written into a statement. */
const plainType = /^[A-Z_]+(?:\(\d+,\d+\))?$/;

interface Rows {
  /** The next rows, with an end mark after the last one; empty after a failure. */
  next(): Promise<(string | null)[]>;
}

/** All rows of a statement, followed by an end mark. */
export async function openRows(session: Session, statement: Statement): Promise<Rows> {
  const { hints, entities } = statement;
  const ranges = hints?.ranges;
  const isShort = ranges?.limit != null && ranges.limit < shortPage;
  const whole = () => session.stream(marked(statement));
  if (ranges === undefined || isShort) return whole();
  const sample = await session.values(sampleOf(ranges));
  const [[, type, count] = []] = sample;
  const rows = Number(count ?? 0);
  if (type == null || !plainType.test(type) || rows <= firstRows) return whole();
  const bounds = sample.flatMap(([bound]) => (bound == null ? [] : [bound]));
  const most = entities.length > 1 ? maxRanges.joined : maxRanges.alone;
  return new RangedRows(session, ranges, { type, rows, bounds, most });
}

/** A sample of the values in row order, each with its type and the total number of rows; long texts are truncated. */
function sampleOf({ values, descending }: Ranges): BoundSql {
  const order = descending ? 'desc' : 'asc';
  const sql = `select left(k::text, 64), typeof(k), (select count(*) from (${values.sql}))::text
    from (select k from (${values.sql}) as own(k) where k is not null using sample reservoir(${sampleSize} rows) repeatable (1))
    order by k ${order}`;
  return { sql, parameters: values.parameters };
}

interface Shape {
  readonly type: string;
  readonly rows: number;
  readonly bounds: readonly string[];
  readonly most: number;
}

class RangedRows implements Rows {
  readonly #session: Session;
  readonly #ranges: Ranges;
  readonly #shape: Shape;
  #range: Rows | null = null;
  /** The number of bounds before the remaining rows; null if no rows remain. */
  #passed: number | null = 0;
  #rows = 0;
  #bytes = 0;

  constructor(session: Session, ranges: Ranges, shape: Shape) {
    this.#session = session;
    this.#ranges = ranges;
    this.#shape = shape;
  }

  async next(): Promise<(string | null)[]> {
    for (;;) {
      this.#range ??= await this.#session.stream(marked(this.#nextRange()));
      const rows = await this.#range.next();
      const isOver = rows.at(-1) === null;
      for (const row of rows) this.#bytes += row?.length ?? 0;
      this.#rows += isOver ? rows.length - 1 : rows.length;
      if (!isOver || this.#isComplete) return rows;
      this.#range = null;
      if (rows.length > 1) return rows.slice(0, -1);
    }
  }

  get #isComplete(): boolean {
    const { limit } = this.#ranges;
    return this.#passed === null || (limit !== null && BigInt(this.#rows) >= limit);
  }

  #nextRange(): BoundSql {
    const { bounds, rows, most } = this.#shape;
    const wanted =
      this.#rows === 0 ? firstRows : (rangeBytes * this.#rows) / Math.max(this.#bytes, this.#rows);
    const from = this.#passed ?? 0;
    // The first range is as short as possible, so that the response starts soon.
    const least = this.#rows === 0 ? 1 : Math.ceil(bounds.length / most);
    let to = from + Math.max(least, Math.round((wanted * bounds.length) / rows));
    const lower = from === 0 ? null : (bounds[from - 1] ?? null);
    // A value that occurs in many rows may be several bounds.
    while (lower !== null && bounds[to - 1] === lower) to++;
    const upper = bounds[to - 1] ?? null;
    this.#passed = upper === null ? null : to;
    return this.#between(lower, upper);
  }

  /** From the first bound, inclusive, to the second, exclusive; null means unbounded. */
  #between(lower: string | null, upper: string | null): BoundSql {
    const { texts, value, order, isFiltered, descending, nulls, limit } = this.#ranges;
    const parameters = [...texts.parameters];
    const compared = (sign: string, bound: string | null, hasNulls: boolean) => {
      if (bound === null) return [];
      parameters.push(bound);
      const term = `${value} ${sign} $${parameters.length}::text::${this.#shape.type}`;
      return [hasNulls ? `(${term} or ${value} is null)` : term];
    };
    const terms = [
      ...compared(descending ? '<=' : '>=', lower, nulls === 'last' && upper === null),
      ...compared(descending ? '>' : '<', upper, nulls === 'first' && lower === null),
    ];
    const where = terms.length === 0 ? '' : ` ${isFiltered ? 'and' : 'where'} ${terms.join(' and ')}`;
    const left = limit === null ? '' : ` limit ${limit - BigInt(this.#rows)}`;
    return { sql: `${texts.sql}${where}${order}${left}`, parameters };
  }
}
