// The workbench around the result.

import type { ExportFormat } from '../../../src/contract/formats.ts';
import { count, plural } from '../format.ts';

const exportNames: Record<ExportFormat, string> = {
  csv: 'CSV, for any program',
  tsv: 'TSV, columns by tabs',
  xlsx: 'Excel workbook',
  json: 'JSON',
  ndjson: 'NDJSON, one object per line',
};

export const workbench = {
  rail: 'Query',
  openRail: 'Change query',
  result: 'Result',
  views: 'Ways to look at the result',
  tabTable: 'Table',
  tabChart: 'Chart',
  tabMap: 'Map',
  tabCode: 'Code',
  sentenceWhole: 'Show the whole sentence',
  sentenceShort: 'Shorten the sentence',
  undo: 'Undo (Ctrl+Z)',
  redo: 'Redo (Ctrl+Shift+Z)',
  share: 'Copy the link to this query',
  linkCopied: 'Link copied. Whoever opens it sees the same query.',
  export: 'Export',
  exportAll: 'All rows as',
  exportNames,
  exportMissing: (columns: string) =>
    `Left out: ${columns}. Files hold no lists: choose “One row each” or a count to have it there.`,
  exporting: (name: string) => `${name}:`,
  soFar: (size: string) => `${size} so far…`,
  exported: (name: string, size: string) => `${name} is ready (${size}).`,
  counting: 'Counting…',
  countFailed: 'The rows could not be counted',
  outdated: 'Not up to date',
  loadingRows: 'Loading rows…',
  slow: (seconds: number) => `Still working: ${count(seconds)} s`,
  stopped: 'You stopped this query',
  stoppedHint: 'A filter or fewer fields may make it faster.',
  gridHint: 'Enter looks at a record · Ctrl+Enter opens it · Ctrl+C copies',
  inSeveralGroups: (names: string) =>
    `The same ${names} may count in several groups, so these do not add up to a whole.`,
  takenForEach: (what: string, each: string) =>
    `Each ${what} counts once for every ${each} that leads to it, and not once alone.`,
  periodBefore: 'A period without rows is no group: the one before is the last that has some.',
  overThoseLeft: (names: string) =>
    `${names}: among the groups that the condition leaves, and not among all.`,
  sharedNames: (entity: string, names: string, key: string) =>
    `Some ${entity} records have the same ${names} and are one group here: also group by ${key} to keep them apart.`,
  lastRows: (complaint: string) => `${complaint} You see the rows from before.`,
  noRecord: 'This row is not a single record, so there is nothing to open.',
  noRows: 'There are no rows',
  noRowsHint: 'Nothing has been entered here yet.',
  noRowsFit: 'No row fits all filters',
  noRowsFitHint: 'Remove one of them:',
  withoutIt: (n: number) => `${plural(n, 'row', 'rows')} without it`,
  removeFilter: 'Remove',
  removeFilters: (n: number) => (n === 2 ? 'Remove both' : 'Remove all of them'),
  badLink: 'This link cannot be followed',
  badLinkHint: 'It was made by another version of Joinery.',
  cutLink: 'This link is incomplete',
  cutLinkHint: 'Its end is missing. Copy it once more, up to its last character.',
  unknownNames: (names: string) =>
    `This database has no ${names}. It may have been renamed since the link was made.`,
  nothingChosen: 'Choose at least one field',
  nothingChosenHint: 'The rows appear here as soon as there is something to show.',
  codeSql: 'SQL',
  codeSqlHint: 'What the database is asked, for reading and pasting.',
  codeSqlForm: 'How the SQL is shown',
  codeSqlForms: { paste: 'With values', run: 'As it is run' },
  codeSqlRunHint: 'Values travel apart from the statement, so that nothing can be injected.',
  codeSqlFunctions: (names: string) =>
    `Joinery adds ${names} to the engine: elsewhere the statement does not run as it is.`,
  codeSqlBytes:
    'Bytes are written as base64, which the engine does not read: replace them before running it.',
  codeJson: 'JSON',
  codeJsonHint: 'The same query for the API: POST it to the query endpoint.',
  codeCurl: 'curl',
  codeCurlHint: 'The same from a command line.',
  codeSentence: 'In words',
  parameters: 'Parameters',
  copy: 'Copy',
  copied: 'Copied',
};
