import { expect, it } from 'vitest';
import { reference, table } from '../../test/support/catalog.ts';
import { Mode } from '../contract/mode.ts';
import { buildDatabase } from './build.ts';
import { modeOf } from './mode.ts';

const database = buildDatabase({
  defaultSchema: null,
  tables: [
    table('__proto__', ['id', 'constructor'], { primaryKey: ['id'] }),
    table('child', ['id', 'parent'], { foreignKeys: [reference(['parent'], '__proto__')] }),
  ],
});

it('keeps entities and attributes with names that are special in JavaScript', () => {
  const mode = modeOf(database);
  expect(Object.keys(mode)).toEqual(['__proto__', 'child']);
  expect(JSON.parse(JSON.stringify(mode), (_, value) => value)).toHaveProperty(['child', 'id'], 'child');
  expect(JSON.stringify(mode)).toContain('"constructor":{"id":"constructor"');
});

it('shows each foreign key column from both ends', () => {
  const mode = new Map(Object.entries(modeOf(database)));
  expect(mode.get('child')?.relations).toEqual([
    { own_attr: 'parent', rel_entity: '__proto__', rel_attr: 'id', type: 'many2one' },
  ]);
  expect(mode.get('__proto__')?.relations).toEqual([
    { own_attr: 'id', rel_entity: 'child', rel_attr: 'parent', type: 'one2many' },
  ]);
});

it('has the published shape', () => {
  const [, child] = Object.entries(modeOf(database))[1] ?? [];
  expect(Mode.safeParse({ child }).success).toBe(true);
});
