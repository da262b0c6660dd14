// The rows that a question is about: those that its words select, and their dates.
import type { Entity, Model } from '../../model/model.ts';
import type { TimePart } from '../../values/timeParts.ts';
import type { QueryDocument } from '../document.ts';
import { addCombined, addPresence, presenceFilter } from '../filters/existence.ts';
import { addOrMissing, columnAt, excludesMissing, type Filter, writeFilter } from '../filters/filters.ts';
import { isNegated } from '../filters/relative.ts';
import { addRule } from '../filters/rules.ts';
import { addSearchIn } from '../filters/textSearch.ts';
import { withRollup } from '../groups/rollups.ts';
import { narrowToPart } from '../groups/timeGroups.ts';
import { type FieldPath, multiplies, type NodePath, pathKey } from '../paths.ts';
import { belongsTo, haveOwnDates, haveOwnTimes, isOfRefused } from './belonging.ts';
import { isSamePlace, startsWithSteps } from './comparisons.ts';
import { nearestDate, timeFilters } from './dates.ts';
import type { Meaning, WordedTime } from './meaning.ts';
import { countMeasure, defaultAmountOf, defaultMeasures, isEvent } from './measures.ts';
import { withLists } from './periodLists.ts';
import { haveDateOf, otherDatesOf, usualDate } from './recordDates.ts';
import { asTextSearch, withTextFilters } from './texts.ts';
import { nearestYear, otherYearsFilter, ownYear, yearFilter } from './years.ts';

/** Whether the path leads to many records per row. */
export const leadsToMany = (path: FieldPath | NodePath, model: Model, entity: Entity) =>
  multiplies(model, entity.name, path.steps);

const literal = (value: string) => ({ kind: 'literal', value }) as const;

/** Adds a filter. */
export function withFilter(doc: QueryDocument, model: Model, filter: Filter): QueryDocument {
  const written = writeFilter(doc, model, filter);
  return written ? addRule(written.doc, [], written.rule) : doc;
}

/** The rows that a question is about. Words that do not apply to them are kept, to be reported. */
export class QuestionRows {
  readonly meaning: Meaning;
  readonly unknown: string[];
  readonly #model: Model;
  readonly #entity: Entity;
  /** The date that a word denotes, or that was chosen among several. */
  readonly #givenDate: FieldPath | undefined;
  /** The periods apply to the related records that select the rows. */
  readonly #isDated: boolean;

  constructor(model: Model, entity: Entity, meant: Meaning, date: FieldPath | undefined) {
    this.#model = model;
    this.#entity = entity;
    this.#givenDate = date ?? meant.date;
    this.meaning = this.#withoutImpossible(withLists(meant, this.#hasOneDate(meant)));
    this.unknown = [...this.meaning.unknown];
    this.#isDated = this.meaning.related.some(({ many, time }) => !time && this.#times(many.path).length > 0);
  }

  /** The rows that the words select, without the periods, which may apply to what is measured. */
  select(root: QueryDocument): QueryDocument {
    return this.#narrowToParts(this.#excludeTimes(this.#narrow(root)));
  }

  /** Excludes records with which something happened in a period: "but not in 2024". */
  #excludeTimes(doc: QueryDocument): QueryDocument {
    const date = this.#refusedDate();
    const isOfMany = date !== undefined && leadsToMany(date, this.#model, this.#entity);
    const year = this.year();
    return this.meaning.excludedTimes.reduce((next, time) => {
      const otherYears = year && otherYearsFilter(year, time);
      if (otherYears) return addOrMissing(next, this.#model, otherYears, []);
      if (date && isOfMany) return addCombined(next, this.#model, timeFilters(date, time, 'none'));
      if (!date || time.side !== undefined || time.to !== undefined) {
        this.unknown.push(time.words);
        return next;
      }
      const [inside] = timeFilters(date, time, undefined);
      const outside: Filter | undefined = inside && { ...inside, operator: 'NOT_BETWEEN_INC' };
      const column = columnAt(next, this.#model, date);
      // If it never happened, it did not happen then either.
      if (outside && column && excludesMissing(column, outside))
        return addOrMissing(next, this.#model, outside, []);
      return outside ? withFilter(next, this.#model, outside) : next;
    }, doc);
  }

  /** “with visits in 2023 but not in 2024”: the date of what the record is said to have, unless another one is named. */
  #refusedDate(): FieldPath | undefined {
    const had = this.meaning.related
      .filter(({ presence }) => presence !== 'NOT_EXISTS')
      .flatMap(
        ({ many: { path } }) => nearestDate(this.#model, { root: path.root, steps: path.steps }) ?? [],
      );
    return this.#givenDate ?? had.at(-1) ?? this.date();
  }

  /** Whether the times are those of the records, not of something related to them. */
  #hasOneDate({ measures, related }: Meaning): boolean {
    const paths = measures.flatMap(({ path, of }) => path ?? of?.path ?? []);
    return (
      [this.year() ?? this.date(), ...paths].every(
        (path) => path && !leadsToMany(path, this.#model, this.#entity),
      ) && related.length === 0
    );
  }

  /**
   * Drops what nothing could match, or what would mean something else: a record has only one date, which is not in two
   * periods; and a comparison without a field needs an event's default quantity.
   */
  #withoutImpossible(meaning: Meaning): Meaning {
    const date = this.year() ?? this.date();
    const isOfMany =
      date !== undefined && leadsToMany(date, this.#model, this.#entity) && meaning.measures.length === 0;
    const canAll =
      meaning.times.length < 2 ||
      (isOfMany && !meaning.top && meaning.related.length === 0) ||
      haveOwnTimes(meaning) ||
      haveOwnDates(meaning);
    const times = canAll ? meaning.times : meaning.times.slice(0, 1);
    const isCompared = ({ path }: Meaning['comparisons'][number]) =>
      path !== undefined ||
      this.#defaultAmount() !== undefined ||
      meaning.related.some(({ many }) => defaultAmountOf(this.#model, many.path) !== undefined);
    const dropped = [
      ...meaning.times.slice(times.length),
      ...meaning.comparisons.filter((one) => !isCompared(one)),
    ];
    const unknown = [...meaning.unknown, ...dropped.map(({ words }) => words)];
    const comparisons = meaning.comparisons.filter(isCompared);
    const possible = { ...meaning, times, comparisons, unknown };
    if (!meaning.top?.words || !meaning.hasUnknownRanking || meaning.measures.length > 0) return possible;
    // The ranking criterion is unknown; ranked by something else, the answer would look right.
    const { top, ...unranked } = possible;
    return { ...unranked, unknown: [top?.words ?? '', ...unknown] };
  }

  /** Whether words other than periods select the rows. */
  get isSelective(): boolean {
    const { meaning } = this;
    const criteria = [
      meaning.texts,
      meaning.excludedTexts,
      meaning.comparisons,
      meaning.flags,
      meaning.presences,
      meaning.parts,
      meaning.related,
      meaning.textSearches,
      meaning.alternativeSearches,
      meaning.excludedTimes,
    ];
    return criteria.some(({ length }) => length > 0);
  }

  /** The default quantity of events; things and people have none. */
  #defaultAmount(): FieldPath | undefined {
    if (!isEvent(this.#model, this.#entity)) return undefined;
    return defaultMeasures(this.#model, this.#entity)[0]?.path;
  }

  /**
   * The comparisons of related records. One without a field applies only if the records themselves have no default
   * quantity.
   */
  #comparisonFilters(place: NodePath, index: number): readonly Filter[] {
    const usual = this.#defaultAmount() ? undefined : defaultAmountOf(this.#model, place);
    const own = this.meaning.comparisons.filter((one) => belongsTo(this.meaning, index, one));
    return own.flatMap(({ path = usual, operator, values }): Filter[] =>
      path && leadsToMany(path, this.#model, this.#entity) && isSamePlace(path, place)
        ? [{ path, operator, values: values.map(literal), quantity: 'only' }]
        : [],
    );
  }

  /** The other dates of the records that the words could mean, since they name none. */
  otherDates(): readonly FieldPath[] {
    const { times, top, related, measures } = this.meaning;
    const isAsked = times.length > 0 || top?.isByDate === true;
    if (this.#givenDate || !isAsked || related.length > 0 || measures.length > 0) return [];
    return otherDatesOf(this.#entity, this.date());
  }

  /** The rows that the words select, independent of measures and groups. */
  #narrow(root: QueryDocument): QueryDocument {
    let doc = withTextFilters(root, this.#model, this.meaning);
    for (const { paths, words } of this.meaning.textSearches)
      doc = words.reduce((next, word) => addSearchIn(next, this.#model, paths, word), doc);
    for (const { path = this.#defaultAmount(), operator, values } of this.meaning.comparisons) {
      if (!path || leadsToMany(path, this.#model, this.#entity)) continue;
      const filter: Filter = { path, operator, values: values.map(literal), quantity: undefined };
      doc = isNegated(operator)
        ? addOrMissing(doc, this.#model, filter, [])
        : withFilter(doc, this.#model, filter);
    }
    for (const { path, isTrue } of this.meaning.flags) {
      const filter: Filter = {
        path,
        operator: isTrue ? 'EQ' : 'NOT_EQ',
        values: [{ kind: 'literal', value: true }],
        quantity: undefined,
      };
      // An unknown value does not count as true.
      doc = isTrue ? withFilter(doc, this.#model, filter) : addOrMissing(doc, this.#model, filter, []);
    }
    for (const { path, isPresent } of this.meaning.presences) {
      const isMany = leadsToMany(path, this.#model, this.#entity);
      doc = withFilter(doc, this.#model, presenceFilter(path, isPresent, isMany));
    }
    for (const [i, { many, presence, of, summary = 'sum', time }] of this.meaning.related.entries()) {
      const filterSets = time
        ? [timeFilters(time.path, time.time, 'only')]
        : this.#relatedFilters(many.path, i);
      if (typeof presence === 'string') {
        const quantity = presence === 'EXISTS' ? 'some' : 'none';
        const required = filterSets.map((filters) =>
          filters.map((filter): Filter => ({ ...filter, quantity })),
        );
        doc =
          filterSets.length > 0
            ? required.reduce((next, filters) => addCombined(next, this.#model, filters), doc)
            : addPresence(doc, this.#model, many.path, presence);
        continue;
      }
      const measure = of ? { summary, path: of } : countMeasure(this.#model, many.path);
      if (!measure) continue;
      const added = withRollup(doc, this.#model, measure.path, measure.summary, filterSets.flat());
      const { operator, values } = presence;
      const compared = { root: many.path.root, steps: [], attribute: added.alias };
      const filter = { path: compared, operator, values: values.map(literal), quantity: undefined };
      // Who never bought anything has spent less, too.
      const includesNone = measure.summary === 'sum' && ['LT', 'LTE'].includes(operator);
      doc = includesNone
        ? addOrMissing(added.doc, this.#model, filter, [])
        : withFilter(added.doc, this.#model, filter);
    }
    return doc;
  }

  /** On a day of the week, or in a month of any year, by the records' own date. */
  #narrowToParts(doc: QueryDocument): QueryDocument {
    const date = this.date();
    const isOfMany = date !== undefined && leadsToMany(date, this.#model, this.#entity);
    return this.meaning.parts.reduce((next, { part, values, words }) => {
      if (date && !isOfMany && !this.#isInMonth(part))
        return narrowToPart(next, this.#model, date, part, values);
      this.unknown.push(words);
      return next;
    }, doc);
  }

  /** Whether the time is a month or less, which no recurring month narrows: “March 2024 and April”. */
  #isInMonth(part: TimePart): boolean {
    return this.meaning.times.some(
      ({ period, side, to }) =>
        part === 'month' &&
        period.kind === 'fixed' &&
        period.unit !== 'year' &&
        period.last === undefined &&
        side === undefined &&
        !to,
    );
  }

  /** The filters of each period on related records that are measured, if these have a date. */
  measuredTimes(path: NodePath): readonly (readonly Filter[])[] {
    return this.#times(path, (time) => !isOfRefused(this.meaning, path, time));
  }

  #times(path: NodePath, suits: (time: WordedTime) => boolean = () => true): readonly (readonly Filter[])[] {
    if (haveDateOf(this.#model, this.#entity, path)) return [];
    const year = nearestYear(this.#model, { root: path.root, steps: path.steps });
    const inYears = this.meaning.times
      .filter(suits)
      .flatMap((time) => (year && yearFilter(year, time, 'only')) ?? []);
    if (inYears.length > 0) return inYears.map((filter) => [filter]);
    const date = nearestDate(this.#model, { root: path.root, steps: path.steps });
    // “joined in 2015 with loans”: the year is that of the date before it.
    const isOfAnother =
      this.#givenDate && this.meaning.excludedTimes.length === 0 && !startsWithSteps(this.#givenDate, path);
    if (isOfAnother) return [];
    return date ? this.meaning.times.filter(suits).map((time) => timeFilters(date, time, 'only')) : [];
  }

  /** The filters on related records: for each period, those that the same record has to satisfy. */
  #relatedFilters(path: NodePath, index: number): readonly (readonly Filter[])[] {
    const times = this.#times(path, (time) => belongsTo(this.meaning, index, time));
    const amounts = this.#comparisonFilters(path, index);
    if (times.length === 0) return amounts.length > 0 ? [amounts] : [];
    return times.map((filters) => [...filters, ...amounts]);
  }

  /** The date that a word denotes, or else the usual one. */
  date(): FieldPath | undefined {
    return this.#givenDate ?? usualDate(this.#model, this.#entity);
  }

  /** The year of records that have no date. */
  year(): FieldPath | undefined {
    const year = ownYear(this.#model, { root: this.#entity.name, steps: [] });
    const isGiven = !this.#givenDate || (year && pathKey(this.#givenDate) === pathKey(year));
    return isGiven ? year : undefined;
  }

  /** The rows of the periods, by their own date or by a related one. */
  narrowToPeriods(doc: QueryDocument): QueryDocument {
    if (this.#isDated) return doc;
    const date = this.date();
    const quantity = date && leadsToMany(date, this.#model, this.#entity) ? 'some' : undefined;
    const year = this.year();
    return this.meaning.times.reduce((next, time) => {
      const inYear = year && yearFilter(year, time, undefined);
      if (inYear) return withFilter(next, this.#model, inYear);
      // The month of something related is none of the records' own.
      if (year) {
        this.unknown.push(time.words);
        return next;
      }
      if (time.date) return addCombined(next, this.#model, timeFilters(time.date, time, undefined));
      if (date) return addCombined(next, this.#model, timeFilters(date, time, quantity));
      // The time of related records without a date is no text of the records.
      const searched = time.of === undefined ? asTextSearch(next, this.#model, time) : undefined;
      if (!searched) this.unknown.push(time.words);
      return searched ?? next;
    }, doc);
  }
}
