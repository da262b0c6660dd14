// The rows that a question is about: those that its words select, and their dates.
import { isHousekeeping } from '../../model/labels.ts';
import type { Entity, Model } from '../../model/model.ts';
import { isMoment } from '../../values/types.ts';
import type { QueryDocument } from '../document.ts';
import { addPresence, addTogether } from '../filters/existence.ts';
import { addOrMissing, columnAt, type Filter, leavesOutMissing, writeFilter } from '../filters/filters.ts';
import { addRule } from '../filters/rules.ts';
import { addSearchIn } from '../filters/textSearch.ts';
import { withRollup } from '../groups/rollups.ts';
import { narrowToPart } from '../groups/timeGroups.ts';
import { type FieldPath, multiplies, type NodePath, stepOf } from '../paths.ts';
import { isFrom, isSamePlace } from './comparisons.ts';
import { atTime, datedAt, ownDate } from './dates.ts';
import type { Meant } from './meant.ts';
import { countOf, isEvent, usualAmountOf, usualMeasures } from './measures.ts';
import { asText, withTexts } from './texts.ts';

/** Whether the path leads to many records per row. */
export const isMany = (path: FieldPath | NodePath, model: Model, entity: Entity) =>
  multiplies(model, entity.name, path.steps);

const literal = (value: string) => ({ kind: 'literal', value }) as const;

/** Adds a filter. */
export function withFilter(doc: QueryDocument, model: Model, filter: Filter): QueryDocument {
  const written = writeFilter(doc, model, filter);
  return written ? addRule(written.doc, [], written.rule) : doc;
}

/** The rows that a question is about. Words that do not apply to them are kept, to be reported. */
export class QuestionRows {
  readonly meant: Meant;
  readonly unknown: string[];
  readonly #model: Model;
  readonly #entity: Entity;
  /** The date that a word denotes, or that was chosen among several. */
  readonly #named: FieldPath | undefined;
  /** The periods apply to the related records that select the rows. */
  readonly #isDated: boolean;

  constructor(model: Model, entity: Entity, meant: Meant, date: FieldPath | undefined) {
    this.#model = model;
    this.#entity = entity;
    this.#named = date ?? meant.date;
    this.meant = this.#possible(meant);
    this.unknown = [...this.meant.unknown];
    this.#isDated = this.meant.related.some(({ many }) => this.times(many.path).length > 0);
  }

  /** The rows that the words select, without the periods, which may apply to what is measured. */
  picked(root: QueryDocument): QueryDocument {
    return this.#inParts(this.#refused(this.#narrowed(root)));
  }

  /** Excludes records with which something happened in a period: "but not in 2024". */
  #refused(doc: QueryDocument): QueryDocument {
    const date = this.#refusedDate();
    const isOfMany = date !== undefined && isMany(date, this.#model, this.#entity);
    return this.meant.refused.reduce((next, time) => {
      if (date && isOfMany) return addTogether(next, this.#model, atTime(date, time, 'none'));
      if (!date || time.side !== undefined || time.to !== undefined) {
        this.unknown.push(time.words);
        return next;
      }
      const [inside] = atTime(date, time, undefined);
      const outside: Filter | undefined = inside && { ...inside, operator: 'NOT_BETWEEN_INC' };
      const column = columnAt(next, this.#model, date);
      // If it never happened, it did not happen then either.
      if (outside && column && leavesOutMissing(column, outside))
        return addOrMissing(next, this.#model, outside, []);
      return outside ? withFilter(next, this.#model, outside) : next;
    }, doc);
  }

  /** “with visits in 2023 but not in 2024”: the date of what the record is said to have, unless another one is named. */
  #refusedDate(): FieldPath | undefined {
    const had = this.meant.related
      .filter(({ presence }) => presence !== 'NOT_EXISTS')
      .flatMap(({ many: { path } }) => datedAt(this.#model, { root: path.root, steps: path.steps }) ?? []);
    return this.#named ?? had.at(-1) ?? this.date();
  }

  /**
   * Drops what nothing could match, or what would mean something else: a record has only one date, which is not in two
   * periods; and a comparison without a field needs an event's default quantity.
   */
  #possible(meant: Meant): Meant {
    const date = this.date();
    const isOfMany =
      date !== undefined && isMany(date, this.#model, this.#entity) && meant.measures.length === 0;
    const canAll = meant.times.length < 2 || (isOfMany && !meant.top && meant.related.length === 0);
    const times = canAll ? meant.times : meant.times.slice(0, 1);
    const isCompared = ({ path }: Meant['compared'][number]) =>
      path !== undefined ||
      this.#usualAmount() !== undefined ||
      meant.related.some(({ many }) => usualAmountOf(this.#model, many.path) !== undefined);
    const left = [...meant.times.slice(times.length), ...meant.compared.filter((one) => !isCompared(one))];
    const unknown = [...meant.unknown, ...left.map(({ words }) => words)];
    const possible = { ...meant, times, compared: meant.compared.filter(isCompared), unknown };
    if (!meant.top?.words || !meant.isUnranked || meant.measures.length > 0) return possible;
    // The ranking criterion is unknown; ranked by something else, the answer would look right.
    const { top, ...unranked } = possible;
    return { ...unranked, unknown: [top?.words ?? '', ...unknown] };
  }

  /** Whether words other than periods select the rows. */
  get isSelective(): boolean {
    const { texts, refusedTexts, compared, flags, presences, parts, related, called, either, refused } =
      this.meant;
    return [texts, refusedTexts, compared, flags, presences, parts, related, called, either, refused].some(
      ({ length }) => length > 0,
    );
  }

  /** The default quantity of events; things and people have none. */
  #usualAmount(): FieldPath | undefined {
    if (!isEvent(this.#model, this.#entity)) return undefined;
    return usualMeasures(this.#model, this.#entity)[0]?.path;
  }

  /**
   * The comparisons of related records. One without a field applies only if the records themselves have no default
   * quantity.
   */
  #amounts(place: NodePath): readonly Filter[] {
    const usual = this.#usualAmount() ? undefined : usualAmountOf(this.#model, place);
    return this.meant.compared.flatMap(({ path = usual, operator, values }): Filter[] =>
      path && isMany(path, this.#model, this.#entity) && isSamePlace(path, place)
        ? [{ path, operator, values: values.map(literal), quantity: 'only' }]
        : [],
    );
  }

  /** The other dates of the records that the words could mean, since they name none. */
  otherDates(): readonly FieldPath[] {
    const { times, top, related, measures } = this.meant;
    const isAsked = times.length > 0 || top?.isByDate === true;
    if (this.#named || !isAsked || related.length > 0 || measures.length > 0) return [];
    const root = { root: this.#entity.name, steps: [] };
    const usual = this.date();
    const isUsual = (name: string) => usual?.steps.length === 0 && usual.attribute === name;
    return this.#entity.columns
      .filter((column) => isMoment(column.type) && !isHousekeeping(column) && !isUsual(column.name))
      .map(({ name }) => ({ ...root, attribute: name }));
  }

  /** The rows that the words select, independent of measures and groups. */
  #narrowed(root: QueryDocument): QueryDocument {
    let doc = withTexts(root, this.#model, this.meant);
    for (const { paths, words } of this.meant.called)
      doc = words.reduce((next, word) => addSearchIn(next, this.#model, paths, word), doc);
    for (const { path = this.#usualAmount(), operator, values } of this.meant.compared) {
      if (!path || isMany(path, this.#model, this.#entity)) continue;
      doc = withFilter(doc, this.#model, {
        path,
        operator,
        values: values.map(literal),
        quantity: undefined,
      });
    }
    for (const { path, isSo } of this.meant.flags) {
      const filter: Filter = {
        path,
        operator: isSo ? 'EQ' : 'NOT_EQ',
        values: [{ kind: 'literal', value: true }],
        quantity: undefined,
      };
      // An unknown value does not count as true.
      doc = isSo ? withFilter(doc, this.#model, filter) : addOrMissing(doc, this.#model, filter, []);
    }
    for (const { path, isThere } of this.meant.presences) {
      const ofOne = { path, operator: isThere ? 'NOT_IS_NULL' : 'IS_NULL', quantity: undefined } as const;
      const ofMany = { path, operator: 'NOT_IS_NULL', quantity: isThere ? 'some' : 'none' } as const;
      const filter = isMany(path, this.#model, this.#entity) ? ofMany : ofOne;
      doc = withFilter(doc, this.#model, { ...filter, values: [] });
    }
    for (const { many, presence, of, summary = 'sum' } of this.meant.related) {
      const wanted = this.#wanted(many.path);
      if (typeof presence === 'string') {
        const quantity = presence === 'EXISTS' ? 'some' : 'none';
        const asked = wanted.map((filters) => filters.map((filter): Filter => ({ ...filter, quantity })));
        doc =
          wanted.length > 0
            ? asked.reduce((next, filters) => addTogether(next, this.#model, filters), doc)
            : addPresence(doc, this.#model, many.path, presence);
        continue;
      }
      const measure = of ? { summary, path: of } : countOf(this.#model, many.path);
      if (!measure) continue;
      const added = withRollup(doc, this.#model, measure.path, measure.summary, wanted.flat());
      const { operator, values } = presence;
      const compared = { root: many.path.root, steps: [], attribute: added.alias };
      doc = withFilter(added.doc, this.#model, {
        path: compared,
        operator,
        values: values.map(literal),
        quantity: undefined,
      });
    }
    return doc;
  }

  /** On a day of the week, or in a month of any year, by the records' own date. */
  #inParts(doc: QueryDocument): QueryDocument {
    const date = this.date();
    const isOfMany = date !== undefined && isMany(date, this.#model, this.#entity);
    return this.meant.parts.reduce((next, { part, value, words }) => {
      if (date && !isOfMany) return narrowToPart(next, this.#model, date, part, value);
      this.unknown.push(words);
      return next;
    }, doc);
  }

  /** The filters of each period on related records, if these have a date. */
  times(path: NodePath): readonly (readonly Filter[])[] {
    const date = datedAt(this.#model, { root: path.root, steps: path.steps });
    // “joined in 2015 with loans”: the year is that of the date before it.
    const isOfAnother = this.#named && this.meant.refused.length === 0 && !isFrom(this.#named, path);
    if (isOfAnother) return [];
    return date ? this.meant.times.map((time) => atTime(date, time, 'only')) : [];
  }

  /** The filters on related records: for each period, those that the same record has to satisfy. */
  #wanted(path: NodePath): readonly (readonly Filter[])[] {
    const [times, amounts] = [this.times(path), this.#amounts(path)];
    if (times.length === 0) return amounts.length > 0 ? [amounts] : [];
    return times.map((filters) => [...filters, ...amounts]);
  }

  /**
   * The date of a record, or of what is related to it. Events are preferred to parents: a customer's year is that of
   * their invoices, not the birth year of their representative.
   */
  date(): FieldPath | undefined {
    if (this.#named) return this.#named;
    const root = { root: this.#entity.name, steps: [] };
    const related = this.#entity.relations
      .filter(({ type }) => type === 'one2many')
      .map((relation): NodePath => ({ ...root, steps: [stepOf(relation)] }));
    return [
      ownDate(this.#model, root),
      ...related.map((path) => ownDate(this.#model, path)),
      datedAt(this.#model, root),
      ...related.map((path) => datedAt(this.#model, path)),
    ].find((path) => path !== undefined);
  }

  /** The rows of the periods, by their own date or by a related one. */
  inPeriods(doc: QueryDocument): QueryDocument {
    if (this.#isDated) return doc;
    const date = this.date();
    const quantity = date && isMany(date, this.#model, this.#entity) ? 'some' : undefined;
    return this.meant.times.reduce((next, time) => {
      if (date) return addTogether(next, this.#model, atTime(date, time, quantity));
      const searched = asText(next, this.#model, time);
      if (!searched) this.unknown.push(time.words);
      return searched ?? next;
    }, doc);
  }
}
