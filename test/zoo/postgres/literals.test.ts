/** Literals of queries on PostgreSQL. */
import { expect, test } from 'vitest';
import { serve } from '../../query/service.ts';
import { createDatabase } from '../../support/servers.ts';

test('a literal is compared unchanged, not as its column would store it', async () => {
  await using database = await createDatabase('postgres');
  await database.run(`
    create domain positive as interval check (value > '0'); create domain wide as bit(3) check (value <> '000');
    create type mood as enum ('sad', 'glad'); create domain cheerful as mood check (value <> 'sad');
    create table held (id integer primary key, b bit(3), w wide, i interval second(0), p positive, m cheerful);
    insert into held values (1, '101', '101', '2 seconds', '1 hour', 'glad');`);
  await using service = await serve(database.url);
  const find = async (alias: string, name: string, value: string) => {
    const where = { func: { name, args: [{ alias }, { value }] } };
    const attributes = [{ id: 'id' }, { id: alias, selected: false }];
    const { status, body } = await service.query(
      JSON.stringify({ entities: [{ id: 'held', attributes }], where }),
    );
    return [status, status === 200 ? JSON.parse(body).data.flat() : body];
  };
  const found = [200, [1]];
  const none = [200, []];
  expect(await find('b', 'EQ', '101')).toEqual(found);
  expect(await find('b', 'EQ', '1011')).toEqual(none);
  expect(await find('w', 'EQ', '101')).toEqual(found);
  expect(await find('w', 'NOT_EQ', '000')).toEqual(found);
  expect(await find('i', 'EQ', 'PT2S')).toEqual(found);
  expect(await find('i', 'EQ', 'PT1.6S')).toEqual(none);
  expect(await find('i', 'GT', 'PT1.6S')).toEqual(found);
  expect(await find('p', 'GT', '-1 hour')).toEqual(found);
  expect(await find('m', 'NOT_EQ', 'sad')).toEqual(found);
  expect(await find('m', 'GT', 'sad')).toEqual(found);
});
