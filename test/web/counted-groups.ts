/** The groups of a database as the page asks for them, whose measures are compared with the rows behind them. */
import { expect } from 'vitest';
import { z } from 'zod';
import { type Cell, parseExact } from '../../web/api/exact.ts';
import { resultColumns } from '../../web/query/columns.ts';
import { emptyDocument, type QueryDocument, type Step } from '../../web/query/document.ts';
import { addRoot, ensureAttribute } from '../../web/query/edits.ts';
import { addRule } from '../../web/query/filters/rules.ts';
import { addMeasure, groupBy } from '../../web/query/groups/grouping.ts';
import { addRollup, type RollupMethod, rollupsOf } from '../../web/query/groups/rollups.ts';
import { groupNarrowing, relatedBehind, rowsBehind } from '../../web/query/groups/rowsBehind.ts';
import { setTimeGroup, type TimeGroup } from '../../web/query/groups/timeGroups.ts';
import { attributesOf } from '../../web/query/paths.ts';
import { toUniGrid } from '../../web/query/request.ts';
import { queryPath } from '../query/service.ts';
import type { Engine } from '../support/servers.ts';
import { servePage } from './served-page.ts';

interface Answer {
  readonly cols: readonly string[];
  readonly data: readonly (readonly Cell[])[];
}

const texts = (data: Answer['data']) =>
  data.map((row) => row.map((cell) => (cell === null ? null : String(cell))));

const Total = z.object({ size: z.object({ total: z.number() }) });

/** A database with the groups and counts of the page. */
export function pageOn(engine: Engine, script: string) {
  const page = servePage(engine, script);

  async function answer(doc: QueryDocument): Promise<Answer> {
    return parseExact(await (await page.service.post(queryPath, toUniGrid(doc, new Date()))).text());
  }

  async function behind(doc: QueryDocument): Promise<number> {
    const body = { ...toUniGrid(doc, new Date()), limit: 0 };
    return Total.parse(await (await page.service.post(queryPath, body)).json()).size.total;
  }

  /** Each group with its counts, each of which must be the number of the rows behind it. */
  async function counts(doc: QueryDocument): Promise<readonly (string | null)[][]> {
    const { cols, data } = await answer(doc);
    const measures = resultColumns(doc, page.model).filter(({ kind }) => kind === 'measure');
    for (const row of data) {
      const cellOf = (id: string) => row[cols.indexOf(id)] ?? null;
      const narrowing = groupNarrowing(doc, page.model, cellOf);
      for (const measure of measures) {
        const rows = rowsBehind(doc, page.model, narrowing, measure);
        expect([row, measure.label, rows && (await behind(rows))]).toEqual([
          row,
          measure.label,
          Number(cellOf(measure.id)),
        ]);
      }
    }
    return texts(data);
  }

  /** What the rows behind the last measure of all groups show in the named columns. */
  async function shownBehind(doc: QueryDocument, ...labels: readonly string[]) {
    const measure = resultColumns(doc, page.model).findLast(({ kind }) => kind === 'measure');
    const rows = rowsBehind(doc, page.model, undefined, measure) ?? emptyDocument;
    const columns = resultColumns(rows, page.model);
    const { cols, data } = await answer(rows);
    const places = labels.map((label) => cols.indexOf(columns.find((one) => one.label === label)?.id ?? ''));
    return texts(data.map((row) => places.map((place) => row[place] ?? null)));
  }

  /** The number of rows behind each row's measure of related records, which must be as many as it says. */
  async function countsOfRows(doc: QueryDocument): Promise<readonly (string | null)[][]> {
    const { cols, data } = await answer(doc);
    const key = page.model.entities.get(doc.entities[0]?.id ?? '')?.key ?? [];
    const columns = resultColumns(doc, page.model).filter(({ path }) => path.steps.length === 0);
    for (const row of data) {
      const cellAt = (name: string) => {
        const id = columns.find(({ path }) => path.attribute === name)?.id;
        return row[cols.indexOf(id ?? '')] ?? null;
      };
      for (const { attribute } of rollupsOf(doc, page.model)) {
        const rows = relatedBehind(doc, page.model, attribute.alias, key.map(cellAt));
        const count = Number(row[cols.indexOf(attribute.alias)]);
        expect([row, rows && (await behind(rows))]).toEqual([row, count]);
      }
    }
    return texts(data);
  }

  /** The measures whose rows cannot be shown, although those of the others can. */
  function unshown(doc: QueryDocument): readonly string[] {
    const measures = resultColumns(doc, page.model).filter(({ kind }) => kind === 'measure');
    return measures
      .filter((measure) => !rowsBehind(doc, page.model, undefined, measure))
      .map(({ label }) => label);
  }

  return {
    counts,
    countsOfRows,
    shownBehind,
    unshown,
    of: (...entities: readonly string[]) =>
      entities.reduce((doc, entity) => addRoot(doc, page.model, entity), emptyDocument),
    by: (doc: QueryDocument, steps: readonly Step[], attribute: string) =>
      groupBy(doc, page.model, { root: doc.entities[0]?.alias ?? '', steps, attribute }),
    count: (doc: QueryDocument, steps: readonly Step[], attribute: string) =>
      addMeasure(doc, page.model, { root: doc.entities[0]?.alias ?? '', steps, attribute }, 'count'),
    measure: (doc: QueryDocument, summary: RollupMethod, attribute: string, steps: readonly Step[] = []) => {
      const path = { root: doc.entities[0]?.alias ?? '', steps, attribute };
      return typeof summary === 'object'
        ? addRollup(doc, page.model, path, summary)
        : addMeasure(doc, page.model, path, summary);
    },
    /** Only rows in which the attributes of the combined entities are equal. */
    equal: (doc: QueryDocument, attributes: readonly string[]) => {
      const paths = doc.entities.map(({ alias }, i) => ({
        root: alias,
        steps: [],
        attribute: attributes[i] ?? '',
      }));
      const all = paths.reduce((next, path) => ensureAttribute(next, page.model, path).doc, doc);
      const args = paths.map((path) => ({ alias: ensureAttribute(all, page.model, path).alias }));
      return addRule(all, [], { func: { name: 'EQ', args } });
    },
    per: (doc: QueryDocument, attribute: string, time: TimeGroup, steps: readonly Step[] = []) => {
      const grouped = groupBy(doc, page.model, { root: doc.entities[0]?.alias ?? '', steps, attribute });
      const [visit] = attributesOf(grouped, page.model).filter((one) => one.attribute.id === attribute);
      return setTimeGroup(grouped, page.model, visit?.attribute.alias ?? '', time);
    },
  };
}
