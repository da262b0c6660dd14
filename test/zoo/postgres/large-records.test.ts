/** A record that is too large to assemble is refused, without affecting others. */
import { expect, test } from 'vitest';
import { startService } from '../../http/service.ts';
import { createDatabase } from '../../support/servers.ts';

test('a record that is too large is refused with 422, and others are answered', {
  timeout: 120_000,
}, async () => {
  await using database = await createDatabase('postgres');
  await database.run(`create table note (id integer primary key, body text);
    insert into note values (1, repeat('x', 140000000)), (2, 'short')`);
  const service = await startService(database.url, { poolSize: 2 });
  try {
    const record = (key: number) => service.get(`/api/database/tables/note/recs/[${key}]`);
    const [large, short] = await Promise.all([record(1), record(2)]);
    expect(await large.json()).toMatchObject({
      status: 422,
      error: 'A record is too large to be put together.',
    });
    expect(await short.json()).toMatchObject({ id: 2, body: 'short' });
  } finally {
    await service.close();
  }
});
