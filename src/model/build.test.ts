import { describe, expect, it } from 'vitest';
import { column, reference, table } from '../../test/support/catalog.ts';
import { buildDatabase } from './build.ts';
import type { RawTable } from './catalog.ts';

function build(tables: RawTable[], defaultSchema: string | null = null) {
  return buildDatabase({ defaultSchema, tables });
}

describe('published names', () => {
  it('are bare in the default schema and qualified elsewhere', () => {
    const { entities } = build(
      [table('a', ['id'], { schema: 'public' }), table('b', ['id'], { schema: 'sales' })],
      'public',
    );
    expect([...entities.keys()]).toEqual(['a', 'sales.b']);
  });

  it('go to the default schema if two tables want the same one, with a warning', () => {
    const tables = [table('b', ['id'], { schema: 'a' }), table('a.b', ['other'], { schema: 'public' })];
    const { entities, warnings } = build(tables, 'public');
    expect(entities.get('a.b')?.columns.map(({ name }) => name)).toEqual(['other']);
    expect(warnings).toHaveLength(1);
  });
});

describe('the key of an entity', () => {
  const keyOf = (raw: RawTable) => {
    const entity = build([raw]).entities.get(raw.table);
    return [entity?.keyKind, entity?.key.map(({ name }) => name)];
  };

  it('is the primary key, in the order of the key', () => {
    expect(keyOf(table('t', ['a', 'b'], { primaryKey: ['b', 'a'] }))).toEqual(['primary', ['b', 'a']]);
  });

  it('is otherwise the unique key with the fewest columns, then the first by name', () => {
    const indexes = [
      { name: 'wide', columns: ['a', 'b'], unique: true },
      { name: 'z', columns: ['a'], unique: true },
      { name: 'y', columns: ['b'], unique: true },
      { name: 'plain', columns: ['c'], unique: false },
    ];
    expect(keyOf(table('t', ['a', 'b', 'c'], { indexes }))).toEqual(['unique', ['b']]);
  });

  it('is never a unique key that may contain nulls', () => {
    const indexes = [{ name: 'u', columns: ['a'], unique: true }];
    const raw = table('t', [column('a', { nullable: true }), 'b'], { indexes });
    expect(keyOf(raw)).toEqual(['all', ['a', 'b']]);
  });

  it('does not exist for a view', () => {
    expect(keyOf(table('v', ['a'], { kind: 'view' }))).toEqual(['none', []]);
  });
});

describe('foreign keys', () => {
  const parent = table('parent', ['x', 'y'], { primaryKey: ['x', 'y'] });

  it('without named columns refer to the primary key of the target', () => {
    const child = table('child', ['a', 'b'], { foreignKeys: [reference(['a', 'b'], 'parent')] });
    const [key] = build([parent, child]).entities.get('child')?.foreignKeys ?? [];
    expect(key?.targetColumns.map(({ name }) => name)).toEqual(['x', 'y']);
  });

  it('give a relation on both sides, and both on one entity for a self reference', () => {
    const node = table('node', ['id', 'up'], {
      primaryKey: ['id'],
      foreignKeys: [reference(['up'], 'node')],
    });
    const relations = build([node]).entities.get('node')?.relations ?? [];
    expect(relations.map(({ kind, ownColumns }) => [kind, ownColumns[0]?.name])).toEqual([
      ['many2one', 'up'],
      ['one2many', 'id'],
    ]);
  });

  it.each([
    ['a table', reference(['a'], 'nowhere')],
    ['a column', reference(['a'], 'parent', ['gone'])],
    ['a key of the same length', reference(['a'], 'parent')],
  ])('to %s that does not exist give no relation', (_, foreignKey) => {
    const child = table('child', ['a'], { foreignKeys: [foreignKey] });
    const { entities } = build([parent, child]);
    expect(entities.get('child')?.relations).toEqual([]);
    expect(entities.get('parent')?.relations).toEqual([]);
  });
});
