// Messages about computed fields.
import type { Mistake } from '../../query/formula/formulaTokens.ts';

export const formula = {
  compute: 'Compute a field…',
  title: 'Compute a field',
  fields: 'Computed fields',
  change: (name: string) => `Change ${name}`,
  name: 'Name',
  formula: 'Formula',
  example: '[Unit Price] * [Quantity]',
  offers: 'Fields and functions',
  choose: 'WHEN … THEN … ELSE …',
  chooseHint: 'one of several values, by what holds: =, <>, <, >, CONTAINS, IS NULL, AND, OR, NOT',
  chooseExample: (field: string) => `WHEN [${field}] = '' THEN '' ELSE ''`,
  firstValues: 'First values:',
  delete: 'Delete this field',
  mistakes: {
    unexpected: (text: string) => `“${text}” does not fit here.`,
    'unknown-field': (text: string) => `There is no field called “${text}”.`,
    'of-many': (text: string) =>
      `${text} is of many rows, and a formula of one: compute the field without it, then group or total that field. Formulas of groups name their measures.`,
    'of-rows': (text: string) =>
      `${text} is of single rows, and the formula of groups: name what the groups come to, such as its sum.`,
    'in-condition': () =>
      'A condition of what groups come to compares measures and values: compute that part as a field of its own, then name it here.',
    unfinished: () => 'Something is missing at the end.',
  } satisfies Record<Mistake['kind'], (text: string) => string>,
  instead: (formula: string) => `Did you mean ${formula}?`,
};
