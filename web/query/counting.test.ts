import { describe, expect, test } from 'vitest';
import { shop, step } from '../model/shop.fixture.ts';
import { addPresence, askExistence, countOnly, isMeasured, narrowable } from './counting.ts';
import { emptyDocument, type QueryDocument } from './document.ts';
import { addRoot } from './edits.ts';
import { writeFilter } from './filters.ts';
import { addMeasure, ungroup } from './grouping.ts';
import { addRule } from './rules.ts';

const albums = addRoot(emptyDocument, shop, 'Album');
const tracks = [step('Album', 'Track')];
const price = { root: 'Album', steps: tracks, attribute: 'UnitPrice' };
const name = { root: 'Album', steps: tracks, attribute: 'Name' };

function filtered(doc: QueryDocument, quantity: 'some' | 'none' | undefined): QueryDocument {
  const filter = { path: name, operator: 'EQ', values: [{ kind: 'literal', value: 'x' } as const], quantity };
  const written = writeFilter(doc, shop, filter);
  if (!written) throw new Error('no filter');
  return addRule(written.doc, [], written.rule);
}

const rules = (doc: QueryDocument) => doc.where.cond.entries.map((rule) => rule.func?.name);

describe('a filter on related records that are measured', () => {
  const summed = addMeasure(albums, shop, price, 'sum');
  test('may say which of them count, and only then', () => {
    expect(isMeasured(summed, shop, name)).toBe(true);
    expect(isMeasured(albums, shop, name)).toBe(false);
    expect(isMeasured(summed, shop, { root: 'Album', steps: [step('Album', 'Artist')] })).toBe(false);
  });

  test('that asked for one of them counts only those that fit once it is measured', () => {
    const asked = addMeasure(filtered(albums, 'some'), shop, price, 'sum');
    expect(narrowable(asked, shop, price)).toBe(true);
    const only = countOnly(asked, shop, price);
    expect(rules(only)).toEqual(['EQ']);
    expect(only.where.cond.entries).toEqual([
      { func: { name: 'EQ', args: [{ alias: 'Track.Name' }, { value: 'x' }] } },
    ]);
    expect(narrowable(only, shop, price)).toBe(false);
  });

  test('that asks for none of them stays as it is', () =>
    expect(rules(countOnly(addMeasure(filtered(albums, 'none'), shop, price, 'sum'), shop, price))).toEqual([
      'NOT_EXISTS',
    ]));

  test('asks for one of them again where single rows are shown', () =>
    expect(rules(askExistence(ungroup(filtered(summed, undefined), shop), shop))).toEqual(['EXISTS']));
});

test('records without related ones are asked for by the relation alone', () => {
  const { where } = addPresence(albums, shop, { root: 'Album', steps: tracks }, 'NOT_EXISTS');
  expect(where.cond.entries).toEqual([
    {
      func: {
        name: 'NOT_EXISTS',
        args: [
          {
            entity: { id: 'Track', relation: { attr_parent: 'AlbumId' }, attributes: [] },
            of: 'Album',
            where: { cond: { with: 'AND', entries: [] } },
          },
        ],
      },
    },
  ]);
});
