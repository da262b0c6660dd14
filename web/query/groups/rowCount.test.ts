import { describe, expect, test } from 'vitest';
import { barsRequest, countRequest, valuesRequest } from '../../charts/chartRequest.ts';
import { suggestChart } from '../../charts/suggestChart.ts';
import { buildModel } from '../../model/model.ts';
import { countOfRelated } from '../../rail/choose.ts';
import { suggestionQuery } from '../../rail/useSuggestions.ts';
import { decode, encode } from '../codec/codec.ts';
import { resultColumns } from '../columns.ts';
import { emptyDocument } from '../document.ts';
import { addRoot } from '../edits.ts';
import { addPresence } from '../filters/existence.ts';
import { toSaved, toUniGrid } from '../request.ts';
import { fromSaved } from '../saved.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { groupBy, ungroup } from './grouping.ts';
import { findMeasures } from './measures.ts';
import { rowsBehind } from './rowsBehind.ts';

const column = (name: string, type: 'string' | 'integer' | 'numeric', nullable = true) =>
  ({ name, type, nativeType: '', nullable, default: null, generated: false, comment: null }) as const;
const rest = { rowEstimate: null, comment: null, foreignKeys: [] } as const;
const columns = [column('note', 'string'), column('shop_id', 'integer'), column('amount', 'numeric')];
const model = buildModel({
  engine: { name: 'sqlite', title: 'Test' },
  entities: {
    shop: {
      ...rest,
      kind: 'table',
      key: ['id'],
      keyKind: 'primary',
      columns: [column('id', 'integer', false), column('town_id', 'integer')],
      foreignKeys: [{ columns: ['town_id'], entity: 'town', entityColumns: ['id'] }],
    },
    town: {
      ...rest,
      kind: 'table',
      key: ['id'],
      keyKind: 'primary',
      columns: [column('id', 'integer', false)],
    },
    sale: { ...rest, kind: 'view', key: [], keyKind: 'none', columns },
    visit: {
      ...rest,
      kind: 'table',
      key: columns.map(({ name }) => name),
      keyKind: 'all',
      columns,
      foreignKeys: [{ columns: ['shop_id'], entity: 'shop', entityColumns: ['id'] }],
    },
    event: {
      ...rest,
      kind: 'view',
      key: [],
      keyKind: 'none',
      columns: [...columns, column('at', 'string', false)],
    },
  },
});
const now = new Date(2024, 0, 1);
const rowsOf = (entity: string) => addRoot(emptyDocument, model, entity);
const at = (entity: string, attribute: string) => ({ root: entity, steps: [], attribute });
const grouped = (entity: string) => groupBy(rowsOf(entity), model, at(entity, 'note'));

describe('without a key', () => {
  test.each(['sale', 'visit'])('the groups of %s are counted by a constant', (entity) => {
    const doc = grouped(entity);
    expect(toUniGrid(doc, now).entities[0]?.attributes).toEqual([
      { id: 'note', alias: 'note', selected: true },
      { alias: '= 1', selected: false, summaries: ['count'], expr: { value: 1 } },
    ]);
    expect(resultColumns(doc, model).map(({ label }) => label)).toEqual([
      'Note',
      entity === 'sale' ? 'Count of Sale' : 'Count of Visit',
    ]);
  });

  test('groups are counted by a column that is never null, if there is one', () =>
    expect(toUniGrid(grouped('event'), now).entities[0]?.attributes[1]).toMatchObject({
      id: 'at',
      summaries: ['count'],
    }));

  test('the counter is part of links and saved queries', () => {
    const doc = grouped('sale');
    expect(decode(encode(doc))).toEqual(doc);
    expect(fromSaved(toSaved(doc), null)?.entities).toEqual(doc.entities);
  });

  test('the counter is gone from the rows', () => {
    const single = toUniGrid(ungroup(grouped('sale'), model), now);
    expect(JSON.stringify(single)).not.toContain('= 1');
    const [, measure] = resultColumns(grouped('sale'), model);
    const behind = toUniGrid(rowsBehind(grouped('sale'), model, undefined, measure) ?? emptyDocument, now);
    expect(behind.entities[0]?.attributes.map((item) => 'id' in item && item.id)).toEqual([
      'note',
      'shop_id',
      'amount',
    ]);
  });

  test('charts count rows, and amounts are amounts', () => {
    const doc = rowsOf('visit');
    const chart = suggestChart(doc, model);
    expect(chart?.y?.attributes).toEqual(['amount']);
    if (!chart) return;
    const constant = { expr: { value: 1 }, summaries: ['count'] };
    for (const request of [
      barsRequest(doc, model, { ...chart, y: undefined }, 5, now),
      valuesRequest(doc, model, [chart.x], 5, now),
      countRequest(doc, model, 'visit', { path: at('visit', 'amount'), name: 'IS_NULL' }, now),
    ])
      expect(request.entities[0]?.attributes).toContainEqual(expect.objectContaining(constant));
  });

  test('related rows are counted by the column of the relation', () => {
    const count = countOfRelated(rowsOf('shop'), model, {
      root: 'shop',
      steps: [{ own: 'id', entity: 'visit', other: 'shop_id' }],
    });
    const counted = count?.edit(rowsOf('shop'));
    expect(counted && JSON.stringify(toUniGrid(counted, now))).toContain('"id":"shop_id"');
    expect(counted && resultColumns(counted, model).at(-1)?.label).toBe('Count of Visit');
  });

  test('a number of related rows leads to each of them', () => {
    const byId = groupBy(rowsOf('shop'), model, at('shop', 'id'));
    const count = countOfRelated(byId, model, {
      root: 'shop',
      steps: [{ own: 'id', entity: 'visit', other: 'shop_id' }],
    });
    const counted = count?.edit(byId) ?? byId;
    const behind = rowsBehind(counted, model, undefined, resultColumns(counted, model).at(-1));
    expect(behind?.where.cond.entries.map((rule) => rule.func)).toEqual([
      { name: 'NOT_IS_NULL', args: [{ alias: 'visit.shop_id' }] },
    ]);
  });

  test('the presence of distant rows is that of the column of the relation', () => {
    const path = {
      root: 'town',
      steps: [
        { own: 'id', entity: 'shop', other: 'town_id' },
        { own: 'id', entity: 'visit', other: 'shop_id' },
      ],
    };
    const doc = addPresence(rowsOf('town'), model, path, 'NOT_EXISTS');
    expect(JSON.stringify(doc.where)).toContain('"id":"shop_id"');
    expect(sentenceText(sentence({ doc, model, operators: new Map() }))).toContain(
      'there is no Shop › Visit.',
    );
  });

  test('numbers of related rows are offered as measures', () => {
    const found = (search: string) =>
      findMeasures(groupBy(rowsOf('shop'), model, at('shop', 'id')), model, search)
        .filter(({ summary }) => summary === 'count')
        .flatMap(({ items }) => items.map(({ words, path }) => [words.join(), path.attribute]));
    expect(found('visits')).toEqual([['Visit', 'shop_id']]);
    expect(found('')).toContainEqual(['Visit', 'shop_id']);
  });

  test('suggestions are counted by their value', () => {
    const entity = model.entities.get('visit');
    const amount = entity?.column.get('amount');
    const query = entity && amount && suggestionQuery(model, entity, amount, '');
    expect(query?.entities[0]?.attributes.at(-1)).toMatchObject({ id: 'amount', summaries: ['count'] });
  });
});
