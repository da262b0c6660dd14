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
  linkCopied: 'Link copied. Anyone who opens it sees the same query.',
  export: 'Export',
  exportAll: 'All rows as',
  exportNames,
  exportMissing: (columns: string) =>
    `Omitted: ${columns}. Files cannot contain lists: choose “One row each” or a count instead.`,
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
  gridHint: 'Enter previews a record · Ctrl+Enter opens it · Ctrl+C copies',
  inSeveralGroups: (names: string) =>
    `The same ${names} may count in several groups, so these do not add up to a whole.`,
  takenForEach: (what: string, each: string) =>
    `Each ${what} counts once for every ${each} that leads to it, not just once.`,
  periodBefore: 'A period without rows is not a group: the one before is the last that has rows.',
  overThoseLeft: (names: string) => `${names}: among the groups that meet the condition, not among all.`,
  sharedNames: (entity: string, names: string, key: string) =>
    `Some ${entity} records have the same ${names} and are one group here: also group by ${key} to keep them apart.`,
  textsAmongNumbers: (names: string) =>
    `${names}: some values are texts, of which a sum or average takes the number at the beginning, or 0.`,
  someOffsets: (names: string) =>
    `${names}: some values have a UTC offset and others have none. They are separate groups, but filters compare them.`,
  lastRows: (complaint: string) => `${complaint} You see the rows from before.`,
  noRecord: 'This row is not a single record, so there is nothing to open.',
  lookalikes:
    'Other values look the same here, such as the null of JSON and a missing value, so these rows cannot be selected.',
  indistinct:
    'Some records here have no key, so they cannot be told apart to show as many rows as this number counts.',
  noRows: 'There are no rows',
  noRowsHint: 'Nothing has been entered here yet.',
  noRowsFit: 'No row matches all filters',
  noRowsFitHint: 'Remove one of them:',
  withoutIt: (n: number) => `${plural(n, 'row', 'rows')} without it`,
  removeFilter: 'Remove',
  removeFilters: (n: number) => (n === 2 ? 'Remove both' : 'Remove all of them'),
  badLink: 'This link cannot be followed',
  badLinkHint: 'It was made by another version of Joinery.',
  cutLink: 'This link is incomplete',
  cutLinkHint: 'Its end is missing. Copy it again, up to its last character.',
  unknownNames: (names: string) =>
    `This database has no ${names}. It may have been renamed since the link was made.`,
  nothingChosen: 'Choose at least one field',
  nothingChosenHint: 'The rows appear here as soon as there is something to show.',
  codeSql: 'SQL',
  codeSqlHint: 'The SQL sent to the database, for reading and pasting.',
  codeSqlForm: 'How the SQL is shown',
  codeSqlForms: { paste: 'With values', run: 'As it is run' },
  codeSqlRunHint: 'Values are sent separately from the statement, so that nothing can be injected.',
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
