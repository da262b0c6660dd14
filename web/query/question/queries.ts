// The queries for the words of a question: what is shown, measured and grouped.
import { t } from '../../messages/index.ts';
import { late } from '../../messages/late.ts';
import type { Entity, Model } from '../../model/model.ts';
import { type MeasureColumn, type ResultColumn, resultColumns } from '../columns.ts';
import { type AttributeNode, emptyDocument, type QueryDocument } from '../document.ts';
import { addField, addFields, addRoot, findAttribute } from '../edits.ts';
import { datePartOf } from '../formula/exprTypes.ts';
import { addMeasure, addOver, groupBy, setTotals } from '../groups/grouping.ts';
import { addRollup } from '../groups/rollups.ts';
import { setHaving, setTop } from '../groups/shownGroups.ts';
import { setTimeGroup, type TimeGroup } from '../groups/timeGroups.ts';
import { attributesOf, type FieldPath, pathKey } from '../paths.ts';
import { groupAliases } from '../request.ts';
import { setSort } from '../sorting.ts';
import { setFormat } from '../view.ts';
import type { Sense } from './cursor.ts';
import { timeFilters } from './dates.ts';
import type { Meaning } from './meaning.ts';
import { countMeasure, defaultMeasures, isEvent, type Measure } from './measures.ts';
import { leadsToMany, QuestionRows, withFilter } from './rows.ts';
import { withRevenue } from './sales.ts';
import { searchedWords, withoutUnsearchable } from './texts.ts';
import { readWords } from './words.ts';

export const MAX_READINGS = 3;

/** Shows only names beside the ranking measure, so that the top is visible at a glance. */
function namesOnly(whole: QueryDocument, model: Model, entity: Entity): QueryDocument {
  if (entity.labelColumns.length === 0) return whole;
  const bare = { ...whole, entities: whole.entities.map((root) => ({ ...root, attributes: [] })) };
  return addFields(bare, model, entity.name, [...new Set([...entity.key, ...entity.labelColumns])]);
}

/** Builds the queries of a question. */
export class Question {
  readonly #model: Model;
  readonly #entity: Entity;
  readonly #rows: QuestionRows;
  readonly #base: QueryDocument;
  readonly #isPer: boolean;

  constructor(model: Model, entity: Entity, words: readonly string[], sense: Sense, date?: FieldPath) {
    this.#model = model;
    this.#entity = entity;
    this.#isPer = sense.isPer;
    const root = addRoot(emptyDocument, model, entity.name);
    const whole = sense.isOfLines ? withRevenue(root, model, entity) : root;
    const meaning = withoutUnsearchable(whole, model, readWords(whole, model, words, sense));
    this.#rows = new QuestionRows(model, entity, meaning, date);
    const { top } = this.#rows.meaning;
    this.#base = this.#rows.select(top && !top.isByDate ? namesOnly(whole, model, entity) : whole);
  }

  /** The words that were not understood. */
  get unknown(): readonly string[] {
    return this.#rows.unknown;
  }

  get texts(): readonly string[] {
    return searchedWords(this.#rows.meaning);
  }

  /** The dates that the words could also mean. */
  otherDates(): readonly FieldPath[] {
    return this.#rows.otherDates();
  }

  /** The requested measures; a measure without a field gets the default one. */
  #measures(): readonly Measure[] {
    return this.#rows.meaning.measures.flatMap(
      ({ summary, of, path, isMoment: ofDate }): readonly Measure[] => {
        if (path) return [{ summary, path }];
        if (of && 'column' in of) return [{ summary, path: of.path }];
        if (of) return [countMeasure(this.#model, of.path) ?? []].flat();
        const date = ofDate ? this.#rows.date() : undefined;
        if (ofDate) return date ? [{ summary, path: date }] : [];
        return summary === 'count' ? [] : this.#defaultMeasures(summary);
      },
    );
  }

  /**
   * If the records have nothing to calculate, the word for the calculation is not understood. The average invoice is
   * that of the amount paid; the average track could be a length or a price.
   */
  #defaultMeasures(summary: Measure['summary']): readonly Measure[] {
    const isCertain = isEvent(this.#model, this.#entity);
    const usual = isCertain ? defaultMeasures(this.#model, this.#entity, summary).slice(0, 1) : [];
    const word = t.query.summaries[summary].toLowerCase();
    if (usual.length === 0 && !this.#rows.unknown.includes(word)) this.#rows.unknown.push(word);
    return usual;
  }

  /** The top groups by their measure, or by their number of records. */
  #topGroups({ n, asc }: NonNullable<Meaning['top']>): QueryDocument {
    const doc = this.#grouped();
    const measure = this.#asked(doc);
    const ranked = this.#rankedColumn(doc);
    // “top 3 countries per year”: for each year, not over all pairs.
    const per = groupAliases(doc).filter((alias) => alias !== ranked);
    return measure ? setTop(doc, { n, by: measure.id, asc, per }) : doc;
  }

  /** The requested measure of the grouped query, or else the last one. */
  #asked(doc: QueryDocument): ResultColumn | undefined {
    const columns = resultColumns(doc, this.#model).filter((column) => column.kind === 'measure');
    const wanted = this.#measures().at(-1);
    const isWanted = ({ summary, path }: MeasureColumn) =>
      wanted?.summary === summary && pathKey(wanted.path) === pathKey(path);
    return columns.find(isWanted) ?? columns.at(-1);
  }

  /** What to group by: a field, such as a year that is a number, or a time of the date. */
  #groupOf(group: Meaning['groups'][number]) {
    if (typeof group === 'object') return group;
    const path = group === 'year' ? this.#rows.year() : undefined;
    return path ? { path } : ({ bucket: group } as const);
  }

  /** The column of the grouped query that is ranked. */
  #rankedColumn(doc: QueryDocument): string | undefined {
    const { topGroup } = this.#rows.meaning;
    const group = topGroup && this.#groupOf(topGroup);
    if (!group) return undefined;
    if ('path' in group)
      return findAttribute(doc, this.#model, group.path, ({ selected }) => selected)?.alias;
    const isRanked = ({ bucket, expr }: AttributeNode) =>
      'bucket' in group ? bucket === group.bucket : datePartOf(expr)?.part === group.part;
    return attributesOf(doc, this.#model).find(({ attribute }) => attribute.selected && isRanked(attribute))
      ?.attribute.alias;
  }

  /** The records with the measures: own fields, or measures of the matching related records. */
  #withMeasures(doc: QueryDocument, measures: readonly Measure[]): QueryDocument {
    let isDated = false;
    const measured = measures.reduce((next, { path, summary }) => {
      if (!leadsToMany(path, this.#model, this.#entity)) return addField(next, this.#model, path);
      const filters = this.#rows.measuredTimes(path).flat();
      isDated ||= filters.length > 0;
      return addRollup(next, this.#model, path, summary, filters);
    }, doc);
    return isDated ? measured : this.#rows.narrowToPeriods(measured);
  }

  #topRecords(measure: Measure, top: NonNullable<Meaning['top']>): QueryDocument {
    const fields = this.#groupFields();
    const base = fields.reduce((next, path) => addField(next, this.#model, path), this.#base);
    const doc = this.#withMeasures(base, [measure]);
    const isRelated = leadsToMany(measure.path, this.#model, this.#entity);
    const by = this.#aliasOf(doc, measure);
    const per = fields.flatMap((path) => findAttribute(doc, this.#model, path)?.alias ?? []);
    // For the smallest, having none at all is less than having some.
    const nulls = top.asc && isRelated ? ({ nulls: 'first' } as const) : {};
    return by === undefined ? doc : setTop(doc, { n: top.n, by, asc: top.asc, ...nulls, per });
  }

  /** The column of a measure among the fields of the records; of related records, that of the last one. */
  #aliasOf(doc: QueryDocument, { path }: Measure): string | undefined {
    return leadsToMany(path, this.#model, this.#entity)
      ? attributesOf(doc, this.#model).findLast(({ attribute }) => attribute.rollup)?.attribute.alias
      : findAttribute(doc, this.#model, path)?.alias;
  }

  /** The group fields, without periods. */
  #groupFields(): readonly FieldPath[] {
    return this.#rows.meaning.groups.flatMap((group) =>
      typeof group === 'object' && 'path' in group ? [group.path] : [],
    );
  }

  /** The fields that identify a record, for the database and for people. */
  #ownFields(): readonly FieldPath[] {
    const { name, key, labelColumns } = this.#entity;
    return [...new Set([...key, ...labelColumns])].map((attribute) => ({ root: name, steps: [], attribute }));
  }

  #grouped(): QueryDocument {
    const date = this.#rows.date();
    const isOfMany = date !== undefined && leadsToMany(date, this.#model, this.#entity);
    const groups = this.#rows.meaning.groups.map((group) => this.#groupOf(group));
    const isByTime = groups.some((group) => !('path' in group));
    // If the groups contain what happened with the records, the period restricts the groups, not the records.
    const isNarrowed = isOfMany && isByTime;
    let doc = isNarrowed ? this.#base : this.#rows.narrowToPeriods(this.#base);
    // “total per customer and year”: the records are groups, too.
    if (this.#isPer) doc = this.#ownFields().reduce((next, path) => groupBy(next, this.#model, path), doc);
    for (const group of groups) {
      if ('path' in group) doc = groupBy(doc, this.#model, group.path);
      else if (date) doc = this.#groupByTime(doc, date, group);
      else this.#rows.unknown.push('bucket' in group ? group.bucket : t.query.parts[group.part]);
    }
    if (!doc.grouped) return doc;
    const measured = this.#measures().reduce(
      (next, { path, summary }) => addMeasure(next, this.#model, path, summary),
      doc,
    );
    const times =
      date && isNarrowed ? this.#rows.meaning.times.flatMap((time) => timeFilters(date, time, 'only')) : [];
    const narrowed = times.reduce((next, filter) => withFilter(next, this.#model, filter), measured);
    return this.#withConditions(this.#withShares(narrowed));
  }

  /** Only the groups whose number of records, or whose measure, is as compared. */
  #withConditions(doc: QueryDocument): QueryDocument {
    return this.#rows.meaning.groupConditions.reduce((next, { isCount, operator, values }) => {
      const counts = resultColumns(next, this.#model).find(
        (column) => column.kind === 'measure' && column.summary === 'count',
      );
      const column = isCount ? counts : this.#asked(next);
      const args = [{ alias: column?.id ?? '' }, ...values.map((value) => ({ value }))];
      return column ? setHaving(next, { func: { name: operator, args } }) : next;
    }, doc);
  }

  #groupByTime(doc: QueryDocument, date: FieldPath, by: TimeGroup): QueryDocument {
    const before = new Set(
      attributesOf(doc, this.#model).map(({ attribute }) => attribute.bucket && attribute.alias),
    );
    const grouped = groupBy(doc, this.#model, date);
    const key = pathKey(date);
    const added = attributesOf(grouped, this.#model).findLast(
      ({ attribute: { alias, bucket }, path }) =>
        bucket !== undefined && pathKey(path) === key && !before.has(alias),
    );
    return added ? setTimeGroup(grouped, this.#model, added.attribute.alias, by) : grouped;
  }

  /** The share of each group in the requested measure, or in the number of rows. */
  #withShares(doc: QueryDocument): QueryDocument {
    const measure = this.#asked(doc);
    const { share } = this.#rows.meaning;
    if (share === undefined || !measure) return doc;
    // “share of cancelled visits per clinic”: of the clinic's visits, or of all cancelled ones?
    if (this.#rows.isSelective) {
      this.#rows.unknown.push(share);
      return doc;
    }
    const over = { fn: 'share', of: measure.id } as const;
    const added = addOver(doc, this.#model, over, late.grid.overs.share(measure.label));
    return setFormat(added.doc, added.alias, { style: 'percent', digits: 1 });
  }

  /** “Top 3 totals per customer”: the customers with the highest totals, or the highest totals of each? */
  #top(): Meaning['top'] {
    const { top, topGroup } = this.#rows.meaning;
    if (!this.#isPer || top?.words === undefined || top.isByDate || topGroup) return top;
    this.#rows.unknown.push(top.words);
    return undefined;
  }

  readings(): readonly QueryDocument[] {
    const { groups, topGroup } = this.#rows.meaning;
    const top = this.#top();
    const measures = this.#measures();
    // “best month per customer”: each customer counts once in every month.
    if (top && topGroup && this.#isPer && measures.length === 0) {
      this.#rows.unknown.push(top.words ?? '');
      return [this.#grouped()];
    }
    if (top && topGroup) return [this.#topGroups(top)];
    // The best of each period would need the period as a field.
    if (top)
      this.#rows.unknown.push(...groups.flatMap((group) => (typeof group === 'string' ? [group] : [])));
    if (top?.isByDate) {
      const date = this.#rows.date();
      if (date) return [this.#topRecords({ summary: top.asc ? 'min' : 'max', path: date }, top)];
      this.#rows.unknown.push(...(top.asc ? ['oldest'] : ['most recent']));
    } else if (top) {
      const by = measures.length > 0 ? measures : defaultMeasures(this.#model, this.#entity);
      return by.slice(0, MAX_READINGS).map((measure) => this.#topRecords(measure, top));
    }
    if (groups.length > 0) return [this.#sorted(this.#grouped())];
    if (this.#rows.meaning.share !== undefined) this.#rows.unknown.push(this.#rows.meaning.share);
    const measured = this.#sorted(this.#withMeasures(this.#base, measures));
    return [measures.reduce((next, one) => this.#withTotal(next, one), measured)];
  }

  /** By the requested measure if that is asked for, the greatest first. */
  #sorted(doc: QueryDocument): QueryDocument {
    if (!this.#rows.meaning.isRanked) return doc;
    const measure = this.#measures().at(-1);
    const by = doc.grouped ? this.#asked(doc)?.id : measure && this.#aliasOf(doc, measure);
    return by === undefined ? doc : setSort(doc, by, false);
  }

  /** A measure of the rows themselves becomes a total. */
  #withTotal(doc: QueryDocument, { path, summary }: Measure): QueryDocument {
    const alias = leadsToMany(path, this.#model, this.#entity)
      ? undefined
      : findAttribute(doc, this.#model, path)?.alias;
    return alias === undefined ? doc : setTotals(doc, alias, [summary]);
  }
}
