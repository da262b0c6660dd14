import { expect, test } from 'vitest';
import { emptyDocument, type Parameter } from '../query/document.ts';
import { givenValue, sharedParameters, withArguments, withParameterValue } from './sharedParameters.ts';

const country: Parameter = { name: 'country', type: 'string', default: 'Peru' };
const years: Parameter = { name: 'years', type: 'integer', many: true };
const paid: Parameter = { name: 'paid', type: 'boolean' };

test('parameters of the same name are shared', () =>
  expect(
    sharedParameters([
      { parameters: [country] },
      { parameters: [years, { ...country, default: 'Chile' }] },
      {},
    ]),
  ).toEqual([country, years]));

test('values are written to and read from the URL', () => {
  const given = withParameterValue(withParameterValue('country=Chile', 'years', [2024, 2025]), 'paid', false);
  expect(given).toBe('country=Chile&years=2024&years=2025&paid=false');
  expect(givenValue(given, years)).toEqual(['2024', '2025']);
  expect(givenValue(given, paid)).toBe(false);
  expect(withParameterValue(given, 'years', undefined)).toBe('country=Chile&paid=false');
});

test('a query receives the values of its own parameters only', () => {
  const doc = { ...emptyDocument, parameters: [country] };
  expect(withArguments(doc, 'country=Chile&years=2024').arguments).toEqual({ country: 'Chile' });
  expect(withArguments(doc, 'years=2024')).toEqual(doc);
});
