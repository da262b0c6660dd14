import { expect, test } from 'vitest';
import type { AppliedChange, DryRun } from '../api/changes.ts';
import { LosslessNumber } from '../api/exact.ts';
import { shop } from '../model/shop.fixture.ts';
import { reviewedRows } from './reviewed.ts';
import { changesOf } from './sent.ts';
import { addRow, deleteRow, emptyTray, putCell, putNewCell, type SeenRow, type Tray } from './tray.ts';

const key = { Id: new LosslessNumber('1') };
const seen: SeenRow = { entity: 'Genre', key, seen: { ...key, Name: 'Rock', Note: 'old' } };

/** The reviewed change after a dry run with this result. */
function reviewed(tray: Tray, change: Partial<AppliedChange>): AppliedChange | undefined {
  const tried = { op: 'update', entity: 'Genre', key, before: null, after: null, ...change } as const;
  const found: DryRun = { dry_run: true, changes: [tried], sql: [], refusals: [] };
  return reviewedRows(tray, { sent: changesOf(tray, shop), found })[0]?.change;
}

test('values of columns that the dry run leaves out, because a policy shows them in some rows only, are reviewed', () => {
  const shown = { ...key, Name: 'Rock' };
  const changed = reviewed(putCell(emptyTray, seen, 'Note', 'new'), { before: shown, after: shown });
  expect(changed).toMatchObject({ before: { ...shown, Note: 'old' }, after: { ...shown, Note: 'new' } });

  const deleted = reviewed(deleteRow(emptyTray, seen), { op: 'delete', before: shown });
  expect(deleted).toMatchObject({ before: { ...shown, Note: 'old' }, after: null });

  const added = reviewed(putNewCell(addRow(emptyTray, 'new', 'Genre'), 'new', 'Note', 'first'), {
    op: 'insert',
    after: shown,
  });
  expect(added).toMatchObject({ before: null, after: { ...shown, Note: 'first' } });
});

test('what the database makes of a row is reviewed rather than what was sent', () => {
  const [before, after] = [
    { ...key, Name: 'Rock', Note: 'old' },
    { ...key, Name: 'ROCK', Note: 'new' },
  ];
  const change = reviewed(putCell(emptyTray, seen, 'Note', 'new'), { before, after });
  expect(change).toMatchObject({ before, after });
});
