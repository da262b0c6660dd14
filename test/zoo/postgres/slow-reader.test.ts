/** A reader may pause at any point: reading continues with the next batch of rows. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Subject } from '../../conformance/subject.ts';
import { createDatabase } from '../../support/servers.ts';

const rows = 400;

// The first batch of 128 rows is slightly longer than what may wait for a reader: it ends in the very bytes at which
// the service stops reading from the server.
test.each([6_400, 6_420, 6_450, 6_500])(
  'rows of %i characters are all read, however late the reader comes',
  async (length) => {
    await using database = await createDatabase('postgres');
    await database.run(
      `create table wide as select repeat('x', ${length}) as body from generate_series(1, ${rows})`,
    );
    await using subject = await Subject.of(database.url, { statementTimeoutMs: 5_000 });
    const statement = { sql: 'select body from wide', parameters: [], entities: ['wide'] };
    const stream = await subject.use(({ connection }) => connection.stream(statement, ','));
    await delay(500); // As much as possible arrives meanwhile.
    let bytes = 0;
    for await (const chunk of stream) bytes += chunk.length;
    expect([bytes, stream.rows]).toEqual([rows * (length + 1) - 1, rows]);
  },
);
