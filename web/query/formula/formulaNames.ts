// What functions and conditions are called in formulas, for those who read them and those who write them.

/** The functions that signs stand for; those with a higher number bind more tightly. */
export const signs: Readonly<Record<string, { readonly fn: string; readonly binds: number }>> = {
  '&': { fn: 'CONCAT', binds: 1 },
  '+': { fn: 'ADD', binds: 2 },
  '-': { fn: 'SUB', binds: 2 },
  '*': { fn: 'MUL', binds: 3 },
  '/': { fn: 'DIV', binds: 3 },
  '%': { fn: 'MOD', binds: 3 },
};

/** The conditions that signs and words stand for. */
export const comparisons: Readonly<Record<string, string>> = {
  '=': 'EQ',
  '<>': 'NOT_EQ',
  '!=': 'NOT_EQ',
  '<': 'LT',
  '<=': 'LTE',
  '>': 'GT',
  '>=': 'GTE',
  CONTAINS: 'ICONTAINS',
};

/** What other programs call the functions. */
export const alsoCalled: Readonly<Record<string, string>> = {
  CEILING: 'CEIL',
  CONCATENATE: 'CONCAT',
  IFNULL: 'COALESCE',
  LEN: 'LENGTH',
  MID: 'SUBSTRING',
  SUBSTR: 'SUBSTRING',
};

/** Parts of a moment, which other programs have functions for. */
export const partsOfMoments = new Set('YEAR QUARTER MONTH WEEK DAY HOUR MINUTE SECOND WEEKDAY'.split(' '));

/** They put rows together, which a formula does not. */
export const ofManyRows = new Set('SUM AVG AVERAGE MIN MAX COUNT COUNTIF SUMIF'.split(' '));
