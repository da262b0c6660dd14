// Dashboards: tiles on a grid.
import type { TileKind } from '../../../src/contract/dashboards.ts';
import { count, plural } from '../format.ts';

const kinds: Record<TileKind, string> = { table: 'Table', chart: 'Chart', number: 'Number', text: 'Text' };

export const dashboards = {
  kinds,
  kind: 'Shown as',
  edit: 'Arrange',
  done: 'Save',
  cancel: 'Discard changes',
  add: 'Add a tile',
  addText: 'Add text',
  pickQuery: 'Search saved queries',
  noQueries: 'No matching saved query. Save one in the workbench first.',
  gone: 'This dashboard does not exist',
  empty: 'This dashboard is empty',
  emptyHint: 'Add tiles of saved queries, as tables, charts or single numbers, with text beside them.',
  refresh: 'Refresh',
  print: 'Print',
  tile: (title: string, kind: string) => `${title}, ${kind}`,
  textTile: 'Text',
  place: (x: number, y: number, w: number, h: number) =>
    `column ${count(x + 1)}, row ${count(y + 1)}, ${count(w)} wide, ${count(h)} high`,
  moveHint: 'Arrow keys move the tile, Shift with arrow keys resizes it, Delete removes it.',
  move: (title: string) => `Move ${title}`,
  resize: (title: string) => `Resize ${title}`,
  removeTile: (title: string) => `Remove ${title}`,
  tileRemoved: (title: string) => `${title} is removed.`,
  editText: (title: string) => `Change the text of ${title}`,
  heading: 'Heading',
  text: 'Text',
  textHint: '# heading, - list, **bold**, *italic*, `code`, [words](https://address).',
  rowsShown: (shown: number) => `The first ${plural(shown, 'row', 'rows')}`,
  noRows: 'No rows',
  rowCount: 'Number of rows',
  noNumber: 'This query does not return a number.',
  firstGroup: (label: string, groups: number) => `${label}, of the first of ${count(groups)} groups`,
  lostQuery: 'The query of this tile was deleted, or is not shared with you.',
  saved: 'The dashboard is saved.',
  loadingTile: 'Loading…',
  shared: 'Shared with you',
  linkGone: 'This link does not exist or has expired',
  linkGoneHint: 'Ask the person who gave it to you for a new one.',
  linksHint:
    'Anyone with the address can read this dashboard and its rows, with your rights and its current values.',
  wall: 'Refresh every minute',
  changedElsewhere: 'Somebody else has changed this dashboard. Overwrite theirs, or discard your changes.',
  overwrite: 'Overwrite',
};
