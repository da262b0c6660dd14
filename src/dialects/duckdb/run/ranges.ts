// Many rows in order, range by range: what the engine sorts at a time is bounded, however many rows there are.
import type { BoundSql, Ranges, Statement } from '../../../query/dialect/statement.ts';
import type { Session } from './session.ts';
import { marked } from './stream.ts';

/** Up to so many rows are sorted at once, and so the first of more. */
const firstRows = 2_000;
/** What a range should weigh, going by the rows so far. */
const rangeBytes = 2 * 1_024 * 1_024;
/** Values by which ranges are bounded; they are as many as tell where the rows lie. */
const sampleSize = 4_096;
/** A range looks through all rows where they lie anyhow, and through all that are joined to them. */
const mostRanges = { alone: 256, joined: 32 };
/** A page with fewer rows is found without all of the others being sorted. */
const shortPage = 20_000n;

/** Types without quotes in their names, so that these can stand in a statement. */
const plainType = /^[A-Z_]+(?:\(\d+,\d+\))?$/;

interface Rows {
  /** The rows that come next, and a mark after the last one; none after a failure. */
  next(): Promise<(string | null)[]>;
}

/** All rows of a statement, and then a mark. */
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
  const most = entities.length > 1 ? mostRanges.joined : mostRanges.alone;
  return new RangedRows(session, ranges, { type, rows, bounds, most });
}

/** Some of the values in the order of the rows, each with its type and the number of all rows; of long texts a beginning. */
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
  /** How many of the bounds lie before the rows that are still to come; null when there are none any more. */
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
    // The first range is short wherever it can be, so that the answer begins soon.
    const least = this.#rows === 0 ? 1 : Math.ceil(bounds.length / most);
    let to = from + Math.max(least, Math.round((wanted * bounds.length) / rows));
    const lower = from === 0 ? null : (bounds[from - 1] ?? null);
    // A value that many rows have bounds nothing.
    while (lower !== null && bounds[to - 1] === lower) to++;
    const upper = bounds[to - 1] ?? null;
    this.#passed = upper === null ? null : to;
    return this.#between(lower, upper);
  }

  /** From the first bound on, up to the second without it; null is no bound. */
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
