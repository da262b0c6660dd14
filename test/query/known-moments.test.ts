/** Periods on SQLite are the same before and after a reader knows the form of a column's texts. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createDatabase } from '../support/servers.ts';
import { serve } from './service.ts';

const periods = {
  year: ['1999-01-01', '2024-01-01', null],
  quarter: ['1999-10-01', '2024-01-01', '2024-07-01', null],
  month: ['1999-12-01', '2024-02-01', '2024-03-01', '2024-07-01', null],
  week: ['1999-12-27', '2024-02-26', '2024-07-01', null],
  day: ['1999-12-31', '2024-02-29', '2024-03-01', '2024-07-07', null],
} as const;

test.each(Object.entries(periods))('%s', async (bucket, starts) => {
  await using database = await createDatabase('sqlite');
  await database.run(`
    create table visit (id integer primary key, at datetime);
    insert into visit (at) values ('2024-02-29'), ('2024-03-01 00:00:00'), ('1999-12-31T23:59:59'), (null),
      ('2024-07-07 12:30:00'), ('2024-02-29 23:00:00');`);
  const service = await serve(database.url, { poolSize: 1 });
  const attributes = [
    { id: 'at', bucket },
    { id: 'id', selected: false, summaries: ['count'] },
  ];
  const body = JSON.stringify({ entities: [{ id: 'visit', attributes }], group: ['at'] });
  const answers = async () => {
    const told = new Set<string>();
    for (let i = 0; i < 6; i++) told.add(JSON.stringify(JSON.parse((await service.query(body)).body).data));
    return [...told].map((text) =>
      z.array(z.tuple([z.string().nullable(), z.number()])).parse(JSON.parse(text)),
    );
  };
  try {
    const [known = [], ...others] = await answers();
    expect(others).toEqual([]);
    // Shown in the form of the period's first text.
    expect(known.map(([start]) => start?.slice(0, 10) ?? null)).toEqual(starts);
    // In no period.
    await database.run(`insert into visit (at) values ('0000-00-00'), ('2024-13-01')`);
    const [odd = [], ...more] = await answers();
    expect(more).toEqual([]);
    expect(odd.filter(([start]) => !known.some(([before]) => before === start))).toEqual([
      ['0000-00-00', 1],
      ['2024-13-01', 1],
    ]);
  } finally {
    await service.close();
  }
});
