import { describe, expect, it } from 'vitest';
import { reference, table } from '../../test/support/catalog.ts';
import { buildDatabase } from './build.ts';
import type { RawTable } from './catalog.ts';
import { linksOf } from './links.ts';

function links(of: string, ...tables: RawTable[]) {
  const database = buildDatabase({ defaultSchema: null, tables });
  const entity = database.entities.get(of);
  if (!entity) throw new Error(`no entity ${of}`);
  return linksOf(database, entity).map(({ name, target, values, by }) => ({
    name,
    target,
    values: values.map((column) => column.name),
    by,
  }));
}

const parent = table('p', ['x', 'y', 'code'], { primaryKey: ['x', 'y'] });

describe('links of a record', () => {
  it('exist once per column of a composite key, all with the same address in the order of that key', () => {
    const child = table('c', ['a', 'b'], { foreignKeys: [reference(['a', 'b'], 'p', ['y', 'x'])] });
    expect(links('c', parent, child)).toEqual([
      { name: "ForeignKey('p.y')", target: 'p', values: ['b', 'a'], by: null },
      { name: "ForeignKey('p.x')", target: 'p', values: ['b', 'a'], by: null },
    ]);
  });

  it('name the columns if they do not lead to the key', () => {
    const child = table('c', ['a'], { foreignKeys: [reference(['a'], 'p', ['code'])] });
    expect(links('c', parent, child)).toEqual([
      { name: "ForeignKey('p.code')", target: 'p', values: ['a'], by: ['code'] },
    ]);
  });

  it('do not overwrite each other: a further key to the same column adds its own column', () => {
    const person = table('person', ['id'], { primaryKey: ['id'] });
    const pair = table('pair', ['first', 'second'], {
      foreignKeys: [reference(['second'], 'person'), reference(['first'], 'person')],
    });
    expect(links('pair', person, pair).map(({ name, values }) => [name, values])).toEqual([
      ["ForeignKey('person.id')", ['first']],
      ["ForeignKey('person.id') second", ['second']],
    ]);
  });

  it('do not lead to views, whose rows have no addresses', () => {
    const view = table('v', ['x'], { kind: 'view' });
    const child = table('c', ['a', 'b', 'd'], {
      foreignKeys: [reference(['a'], 'v', ['x']), reference(['b', 'd'], 'p', ['x', 'y'])],
    });
    expect(links('c', view, parent, child).map(({ target }) => target)).toEqual(['p', 'p']);
  });
});
