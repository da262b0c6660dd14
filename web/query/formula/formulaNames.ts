// The names of functions and conditions in formulas, for the parser and the writer.

/** The functions of operators; a higher number binds more tightly. */
export const binaryOperators: Readonly<Record<string, { readonly fn: string; readonly binds: number }>> = {
  '&': { fn: 'CONCAT', binds: 1 },
  '+': { fn: 'ADD', binds: 2 },
  '-': { fn: 'SUB', binds: 2 },
  '*': { fn: 'MUL', binds: 3 },
  '/': { fn: 'DIV', binds: 3 },
  '%': { fn: 'MOD', binds: 3 },
};

/** The conditions of operators and keywords. */
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

/** Names of the functions in other programs. */
export const alsoCalled: Readonly<Record<string, string>> = {
  CEILING: 'CEIL',
  CONCATENATE: 'CONCAT',
  IFNULL: 'COALESCE',
  LEN: 'LENGTH',
  MID: 'SUBSTRING',
  SUBSTR: 'SUBSTRING',
};

/** Date parts that are functions in other programs. */
export const datePartNames = new Set('YEAR QUARTER MONTH WEEK DAY HOUR MINUTE SECOND WEEKDAY'.split(' '));

/** Aggregate functions, which formulas do not support. */
export const aggregateNames = new Set('SUM AVG AVERAGE MIN MAX COUNT COUNTIF SUMIF'.split(' '));
