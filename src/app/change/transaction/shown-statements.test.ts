import { expect, test } from 'vitest';
import type { Entity, VisibleEntity } from '../../../model/database.ts';
import { maySee } from './shown-statements.ts';

const key = [{ name: 'id' }];
// Everything else of the entity is irrelevant here.
const entity = { key, column: new Map([['id', key[0]]]), restriction: null } as unknown as Entity &
  VisibleEntity;
const deletion = { op: 'delete', entity, visibleEntity: entity } as const;
const removesReference = { sql: 'update `hidden` set `ref` = null where `id` = ?', parameters: [1] };

test('a deletion shows a limited caller no statement about the rows that go along', () => {
  expect(maySee(deletion, removesReference, true)).toBe(false);
  expect(maySee(deletion, removesReference, false)).toBe(true);
  expect(maySee(deletion, { sql: 'delete from `seen` where `id` = ?', parameters: [1] }, true)).toBe(true);
});
