import { describe, expect, test } from 'vitest';
import { shop, step } from '../model/shop.fixture.ts';
import { emptyDocument, type QueryDocument } from './document.ts';
import { addRoot } from './edits.ts';
import { writeFilter } from './filters/filters.ts';
import { addRule, removeRule } from './filters/rules.ts';
import { countings, readingAt, setFilter } from './groups/counting.ts';
import { addMeasure } from './groups/grouping.ts';
import {
  changeParameter,
  currentValue,
  dropParameter,
  makeParameter,
  missingParameters,
  offerParameters,
  setArgument,
} from './parameters.ts';
import { sentence, sentenceText } from './sentence.ts';

const albums = addRoot(emptyDocument, shop, 'Album');
const title = { root: 'Album', steps: [], attribute: 'Title' };

function filtered(operator: string, value: string | readonly string[], quantity?: 'some'): QueryDocument {
  const path = quantity ? { ...title, steps: [step('Album', 'Track')], attribute: 'Name' } : title;
  const values = [
    typeof value === 'string'
      ? { kind: 'literal' as const, value }
      : { kind: 'list' as const, values: value },
  ];
  const written = writeFilter(albums, shop, { path, operator, values, quantity });
  if (!written) throw new Error('not written');
  return addRule(written.doc, [], written.rule);
}

function asked(doc: QueryDocument): QueryDocument {
  const [offer] = offerParameters(doc, shop, [0]);
  if (!offer) throw new Error('not offered');
  return makeParameter(doc, shop, [0], offer);
}

describe('a parameter', () => {
  const doc = asked(filtered('ICONTAINS', 'rest'));

  test('replaces a value, which becomes its default', () => {
    expect(doc.parameters).toEqual([{ name: 'title', label: 'Title', type: 'string', default: 'rest' }]);
    expect(doc.where.cond.entries).toEqual([
      { func: { name: 'ICONTAINS', args: [{ alias: 'Title' }, { param: 'title' }] } },
    ]);
  });

  test('for a list accepts many values', () =>
    expect(asked(filtered('IN', ['a', 'b'])).parameters).toEqual([
      { name: 'title', label: 'Title', type: 'string', default: ['a', 'b'], many: true },
    ]));

  test('may be used in a filter on related records', () => {
    const related = asked(filtered('ICONTAINS', 'x', 'some'));
    expect(JSON.stringify(related.where)).toContain('{"param":"name"}');
    expect(JSON.stringify(dropParameter(related, 'name').where)).toContain('{"value":"x"}');
  });

  test('is not offered for a value that is already a parameter', () =>
    expect(offerParameters(doc, shop, [0])).toEqual([]));

  test('gets a unique name', () => {
    const both = addRule(doc, [], { func: { name: 'EQ', args: [{ alias: 'Title' }, { value: 'z' }] } });
    expect(offerParameters(both, shop, [1])[0]?.parameter.name).toBe('title_2');
  });

  test('has its default until a value is given', () => {
    const [parameter] = doc.parameters ?? [];
    if (!parameter) throw new Error('no parameter');
    expect(currentValue(doc, parameter)).toBe('rest');
    expect(currentValue(setArgument(doc, 'title', 'best'), parameter)).toBe('best');
    expect(setArgument(setArgument(doc, 'title', 'best'), 'title', undefined)).toEqual(doc);
    expect(currentValue({ ...doc, arguments: {} }, { name: 'constructor', type: 'string' })).toBeUndefined();
  });

  test('is removed with its filter and its value', () => {
    const gone = removeRule(setArgument(doc, 'title', 'best'), [0]);
    expect(gone).not.toHaveProperty('parameters');
    expect(gone).not.toHaveProperty('arguments');
  });

  test('may be turned back into a value', () => {
    const plain = dropParameter(setArgument(doc, 'title', 'best'), 'title');
    expect(plain.where.cond.entries).toEqual([
      { func: { name: 'ICONTAINS', args: [{ alias: 'Title' }, { value: 'best' }] } },
    ]);
    expect(plain).not.toHaveProperty('parameters');
  });

  test('without a value is removed together with its filter', () => {
    const open = changeParameter(doc, 'title', { name: 'title', type: 'string' });
    expect(dropParameter(open, 'title').where.cond.entries).toEqual([]);
  });

  test('is renamed wherever it is used', () => {
    const renamed = changeParameter(setArgument(doc, 'title', 'best'), 'title', {
      name: 'word',
      type: 'string',
      required: true,
    });
    expect(JSON.stringify(renamed.where)).toContain('{"param":"word"}');
    expect(renamed.arguments).toEqual({ word: 'best' });
    expect(missingParameters(renamed)).toEqual([]);
    expect(missingParameters(setArgument(renamed, 'word', undefined)).map(({ name }) => name)).toEqual([
      'word',
    ]);
  });

  test('is used in both copies of a filter that also restricts a measure', () => {
    const tracks = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'UnitPrice' };
    const filter = {
      path: { ...tracks, attribute: 'Name' },
      operator: 'EQ',
      values: [{ kind: 'literal', value: 'x' }],
      quantity: 'both',
    } as const;
    const measured = addMeasure(addRoot(emptyDocument, shop, 'Album'), shop, tracks, 'sum');
    const both = setFilter(measured, shop, filter, { write: (next, rule) => addRule(next, [], rule) });
    const [offer] = offerParameters(both, shop, [0]);
    const asked = offer && makeParameter(both, shop, [0], offer);
    expect(JSON.stringify(asked).match(/"param":"name"/g)).toHaveLength(2);
    expect(asked && readingAt(asked, shop, [0])?.quantity).toBe('both');
  });

  test('stays with a filter that is changed to restrict a measure', () => {
    const tracks = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'UnitPrice' };
    const filter = {
      path: { ...tracks, attribute: 'Name' },
      operator: 'EQ',
      values: [{ kind: 'param', name: 'title' }],
      quantity: 'only',
    } as const;
    const measured = setFilter(addMeasure(doc, shop, tracks, 'sum'), shop, filter, {
      write: (next) => next,
      without: (next) => removeRule(next, [0]),
    });
    expect(measured.where.cond.entries).toEqual([]);
    expect(measured.parameters).toEqual(doc.parameters);
    const plain = dropParameter(measured, 'title');
    expect(plain).not.toHaveProperty('parameters');
    expect(countings(plain, shop).map((one) => one.filter.values)).toEqual([
      [{ kind: 'literal', value: 'rest' }],
    ]);
  });
});

test('the sentence marks a required parameter without a value', () => {
  const doc = asked(filtered('EQ', ['rest']));
  const said = (required: boolean) => {
    const parameters = doc.parameters?.map(({ default: _, ...parameter }) => ({ ...parameter, required }));
    return sentenceText(
      sentence({ doc: { ...doc, parameters: parameters ?? [] }, model: shop, operators: new Map() }),
    );
  };
  expect(said(true)).toContain('Title (to be filled in)');
  expect(said(false)).toContain('Title (anything)');
});
