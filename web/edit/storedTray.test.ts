import { describe, expect, test } from 'vitest';
import { LosslessNumber } from '../api/exact.ts';
import { newId, referenceTo } from './references.ts';
import { parseTray, trayText } from './storedTray.ts';
import { addRow, emptyTray, putCell, putNewCell } from './tray.ts';

const digits = new LosslessNumber('9007199254740993.10');
const row = { entity: 'customer', key: { id: new LosslessNumber('1') }, seen: { credit: null, name: 'Ada' } };
const made = newId('a');
const line = newId('b');
let tray = putCell(emptyTray, row, 'credit', digits);
tray = addRow(addRow(tray, made, 'purchase'), line, 'line');
tray = putNewCell(tray, made, 'note', 'two\nlines "quoted"');
tray = putNewCell(tray, line, 'purchase_id', referenceTo(made, 'id'));

const change = { op: 'insert', entity: 'purchase', set: { total: digits } } as const;
const attempts = [{ key: 'k', tries: [{ ids: [made], changes: [change], note: 'why' }] }];

describe('a stored tray', () => {
  test('is restored with all digits and references', () => {
    expect(parseTray(trayText({ id: 't', owner: 'ann', tray, attempts }))).toEqual({
      id: 't',
      owner: 'ann',
      tray,
      attempts,
    });
    // As written by a version without attempts.
    const older = trayText({ id: undefined, owner: 'ann', tray, attempts: [] })?.replace(
      /,"attempts":\[\]/,
      '',
    );
    expect(parseTray(older ?? null)).toEqual({ id: undefined, owner: 'ann', tray, attempts: [] });
    const nobodys = parseTray(trayText({ id: 't', owner: undefined, tray, attempts: [] }));
    expect([...nobodys.tray.keys()]).toEqual([...tray.keys()]);
  });

  test('is empty if nothing is pending or the stored text is invalid', () => {
    expect(trayText({ id: 't', owner: 'ann', tray: emptyTray, attempts })).toBeNull();
    expect(trayText({ id: 't', owner: 'ann', tray: addRow(emptyTray, line, 'line'), attempts })).toBeNull();
    for (const text of [
      null,
      '',
      '{',
      '[]',
      'null',
      '{"rows":7}',
      '{"rows":[["a",{"op":"update"}]]}',
      '{"rows":[3]}',
    ]) {
      expect(parseTray(text).tray.size, String(text)).toBe(0);
    }
  });
});
