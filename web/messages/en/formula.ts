// Messages about computed fields.
import type { Mistake } from '../../query/formula/formulaTokens.ts';

export const formula = {
  compute: 'Compute a field…',
  title: 'Compute a field',
  fields: 'Computed fields',
  change: (name: string) => `Change ${name}`,
  name: 'Name',
  nameless: 'Name the field to apply the formula.',
  formula: 'Formula',
  example: '[Unit Price] * [Quantity]',
  offers: 'Fields and functions',
  choose: 'WHEN … THEN … ELSE …',
  chooseHint: 'one of several values, by condition: =, <>, <, >, CONTAINS, IS NULL, AND, OR, NOT',
  chooseExample: (field: string) => `WHEN [${field}] = '' THEN '' ELSE ''`,
  firstValues: 'First values:',
  delete: 'Delete this field',
  mistakes: {
    unexpected: (text: string) => `“${text}” is not expected here.`,
    'unknown-field': (text: string) => `There is no field named “${text}”.`,
    'of-many': (text: string) =>
      `${text} needs many rows, and this formula is for a single row: compute the field without it, then group or total that field. Formulas for groups use their measures.`,
    'of-rows': (text: string) =>
      `${text} belongs to single rows, and this formula is for groups: use a measure of the groups, such as its sum.`,
    'in-condition': () =>
      'A condition on measures compares measures and values: compute that part as a separate field, then use it here.',
    unfinished: () => 'Something is missing at the end.',
  } satisfies Record<Mistake['kind'], (text: string) => string>,
  instead: (formula: string) => `Did you mean ${formula}?`,
};
