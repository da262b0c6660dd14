// The grid.
import type { CopyFormat } from '../../grid/copy.ts';
import { plural } from '../format.ts';

const copyNames: Record<CopyFormat, string> = {
  tsv: 'Copy as table',
  markdown: 'Copy as Markdown',
  json: 'Copy as JSON',
  sql: 'Copy as SQL list',
};

export const grid = {
  rowNumber: 'Row',
  openRecord: 'Open this record',
  look: 'Look at the record behind it',
  only: (value: string) => `Only ${value}`,
  except: (value: string) => `All but ${value}`,
  onlyNull: 'Only where it is null',
  exceptNull: 'Only where it is not null',
  columnMenu: (label: string) => `Menu of ${label}`,
  allRows: 'Over all rows',
  sortUp: 'Sort ascending',
  sortDown: 'Sort descending',
  sortAlso: 'Also sort by this',
  sortNone: 'Do not sort by this',
  filter: 'Filter by this…',
  pin: 'Pin to the start',
  unpin: 'Unpin',
  hide: 'Hide',
  remove: 'Remove from the query',
  moveStart: 'Move towards the start',
  moveEnd: 'Move towards the end',
  wider: 'Wider',
  narrower: 'Narrower',
  resetWidth: 'Fit the width',
  totals: 'Totals',
  copyNames,
  copied: (rows: number) => `Copied ${plural(rows, 'row', 'rows')}`,
  copyRefused: 'The browser did not let us use the clipboard.',
  label: (entity: string) => `Result: ${entity}`,
  moreValues: (n: number) => `+${n}`,
};
