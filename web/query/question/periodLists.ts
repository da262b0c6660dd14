// Several periods in a question: “2024 or 2025”, “Q1 and Q2 2024”, “2024 vs 2023”.
import {
  type MovingPeriod,
  type Period,
  periodBetween,
  resolvePeriod,
  type Unit,
} from '../filters/relative.ts';
import type { Meaning, WordedTime } from './meaning.ts';
import { type NamedPeriod, namedPartOf, periodOf, QUARTER_OR_HALF, sinceMoving, yearOf } from './periods.ts';
import { lookup } from './vocabulary.ts';

/** The words before the last period of a list. */
const listJoiners: Readonly<Record<string, 'and' | 'or' | 'versus'>> = {
  and: 'and',
  or: 'or',
  vs: 'versus',
  'vs.': 'versus',
  versus: 'versus',
};

export interface PeriodList {
  readonly joiner: 'and' | 'or' | 'versus';
  /** Each period, and where its words are. */
  readonly each: ReadonlyArray<{ readonly period: Period; readonly from: number; readonly to: number }>;
  /** All of them; absent if there are gaps between them. */
  readonly period: Period | undefined;
  readonly length: number;
}

/** “2024 or 2025”, “Q1 and Q2 2024”, “2023, 2024 and 2025”, “last month vs this month”. */
export function listOf(words: readonly string[]): PeriodList | undefined {
  const each: PeriodList['each'][number][] = [];
  let joiner: PeriodList['joiner'] | undefined;
  let at = 0;
  for (;;) {
    const found = periodOf(words.slice(at)) ?? quarterBefore(words.slice(at));
    if (!found) return undefined;
    const to = at + found.length;
    each.push({ period: found.period, from: at, to });
    if (joiner) return { joiner, each, period: combined(each.map(({ period }) => period)), length: to };
    joiner = lookup(listJoiners, words[to] ?? '');
    at = joiner ? to + 1 : to;
    if (joiner && words[at] === 'in') at++;
  }
}

/** A quarter whose year follows in the list: “Q1, Q2 and Q3 2024”. */
function quarterBefore(words: readonly string[]): NamedPeriod | undefined {
  const next = words.find((word) => !QUARTER_OR_HALF.test(word) && lookup(listJoiners, word) === undefined);
  const year = yearOf(next);
  const period = year === undefined ? undefined : namedPartOf(year, words[0] ?? '');
  return period && { period, length: 1 };
}

/** The period that consists of periods without gaps between them. */
function combined(periods: readonly Period[]): Period | undefined {
  const [one, other] = periods;
  if (one?.kind !== 'fixed') return other && periods.length === 2 ? withPrevious(one, other) : undefined;
  const spans = periods
    .flatMap((period) => (period.kind === 'fixed' ? [resolvePeriod(period, new Date())] : []))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const isWhole = spans.every(({ from }, i) => i === 0 || from === spans[i - 1]?.before);
  return isWhole && spans.length === periods.length
    ? periodBetween(spans[0]?.from, spans.at(-1)?.before)
    : undefined;
}

/** “last year or this year”. */
function withPrevious(one: MovingPeriod | undefined, other: Period): MovingPeriod | undefined {
  if (!one || other.kind === 'fixed' || one.unit !== other.unit) return undefined;
  const [previous, current] = one.kind === 'previous' ? [one, other] : [other, one];
  const isCurrent = current.kind === 'this' && current.count === 1;
  return previous.kind === 'previous' && isCurrent ? sinceMoving(previous) : undefined;
}

/**
 * What the lists among the times mean. “And” joins the periods of records that have one date; several related records
 * may be meant to be in each of them. Words that could mean either are reported.
 */
export function withLists(meaning: Meaning, hasOneDate: boolean): Meaning {
  const isCompared = meaning.related.some(({ presence }) => typeof presence !== 'string');
  const isOfEach = isCompared || meaning.groupConditions.length > 0;
  const times: WordedTime[] = [];
  const groups = [...meaning.groups];
  const unknown = [...meaning.unknown];
  for (const time of meaning.times) {
    const { list, words } = time;
    const unit = list?.joiner === 'versus' ? unitOf(list) : undefined;
    if (list?.joiner === 'and' && !hasOneDate) times.push(...separate(time, list));
    else if (list?.joiner === 'or' && isOfEach) unknown.push(words);
    else if (list?.joiner !== 'versus') times.push(time);
    else if (unit && hasOneDate && !meaning.top && !isOfEach) {
      times.push(time);
      if (!groups.includes(unit)) groups.push(unit);
    } else unknown.push(words);
  }
  return { ...meaning, times, groups, unknown };
}

function separate(time: WordedTime, { each }: PeriodList): readonly WordedTime[] {
  const { list: _, ...whole } = time;
  const words = time.words.split(' ');
  return each.map(({ period, from, to }) => ({ ...whole, period, words: words.slice(from, to).join(' ') }));
}

/** The unit of which each period is one. */
function unitOf({ each }: PeriodList): Unit | undefined {
  const [unit, ...others] = each.map(({ period }) =>
    period.kind === 'fixed' && period.last !== undefined ? undefined : period.unit,
  );
  return others.every((other) => other === unit) ? unit : undefined;
}
