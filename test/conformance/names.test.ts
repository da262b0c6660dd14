import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordProperty } from '../../src/contract/record-properties.ts';
import { modeOf } from '../../src/model/mode.ts';
import type { TestDatabase } from '../support/servers.ts';
import { hostileNames } from '../zoo/names.ts';
import type { Zoo } from '../zoo/zoo.ts';
import { links, Subject } from './subject.ts';
import { openZoo, zoos } from './zoos.ts';

/** For each name a table with a column of the same name, which is its key and references itself. */
function nameTables(zoo: Zoo, names: readonly string[]): string {
  return names
    .map((name) => {
      const quoted = zoo.quote(name);
      return `create table ${quoted} (${quoted} ${zoo.keyText} not null, ${zoo.quote('self')} ${zoo.keyText},
        primary key (${quoted}), foreign key (${zoo.quote('self')}) references ${quoted} (${quoted}));
      insert into ${quoted} values ('v', ${zoo.refersToItself ? "'v'" : 'null'});`;
    })
    .join('\n');
}

/** All names as columns of one table. */
function wideTable(zoo: Zoo, names: readonly string[]): string {
  const columns = names.map((name) => `${zoo.quote(name)} integer`);
  return `create table wide (${columns.join(', ')}, ${zoo.quote('the key')} integer primary key);
    insert into wide values (${[...names.keys(), 7].join(', ')});`;
}

const canary = `create table canary (id integer primary key); insert into canary values (1);`;

describe.each(zoos)('names on $engine', (zoo) => {
  const names = hostileNames.filter((name) => !zoo.forbids(name));
  let database: TestDatabase;
  let subject: Subject;
  beforeAll(async () => {
    database = await openZoo(zoo, canary, nameTables(zoo, names), wideTable(zoo, names));
    subject = await Subject.of(database.url);
  });
  afterAll(async () => {
    await subject?.[Symbol.asyncDispose]();
    await database?.drop();
  });

  test.each(names.map((name) => [name]))(
    '%j appears correctly in lists, records, links and MODE',
    async (name) => {
      const json = JSON.stringify;
      const address = `${links.recordPrefix(name)}v]`;
      const self = zoo.refersToItself ? '"v"' : 'null';
      const link = zoo.refersToItself ? `${json(`ForeignKey('${name}.${name}')`)}:${json(address)}` : '';
      const expected = `{${json(recordProperty(name))}:"v","self":${self},"__url__":${json(address)},"__links__":{${link}}}`;
      expect(await subject.list(name)).toBe(expected);
      expect(await subject.follow(address)).toBe(expected);
      expect(await subject.record(name, '[v]', [name])).toBe(expected);

      const mode = await subject.use(async ({ database: model }) => modeOf(model));
      const entity = new Map(Object.entries(mode)).get(name);
      expect(entity?.id).toBe(name);
      expect(new Map(Object.entries(entity?.attributes ?? {})).get(name)?.id).toBe(name);
      expect(entity?.relations).toEqual([
        { own_attr: 'self', rel_entity: name, rel_attr: name, type: 'many2one' },
        { own_attr: name, rel_entity: name, rel_attr: 'self', type: 'one2many' },
      ]);
    },
  );

  test('all work together as columns of one record, each with its own value', async () => {
    const properties = names.map((name, i) => `${JSON.stringify(recordProperty(name))}:${i}`);
    expect(await subject.record('wide', '[7]')).toBe(
      `{${properties.join(',')},"the key":7,"__url__":"${links.recordPrefix('wide')}7]","__links__":{}}`,
    );
  });

  test('leave the canary table intact', async ({ annotate }) => {
    expect(await database.rows('select id from canary')).toEqual([[1]]);
    await annotate(`${zoo.engine}: ${names.length} hostile names of tables and columns, canary intact`, 'A1');
  });
});
