import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Explanation } from '../../src/contract/explain.ts';
import { type Service, startService } from '../http/service.ts';
import { createDatabase, engines, type TestDatabase } from '../support/servers.ts';

describe.each(engines)('the explanation of a query on %s', (engine) => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run('create table parent (id integer primary key, name varchar(20))');
    await database.run(
      'create table child (id integer primary key, up integer, foreign key (up) references parent (id))',
    );
    service = await startService(database.url);
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  const query = {
    entities: [
      {
        id: 'child',
        attributes: [
          { id: 'id', alias: 'number' },
          {
            entity: {
              id: 'parent',
              relation: { attr_parent: 'up' },
              attributes: [{ id: 'name', alias: 'of "whom"' }],
            },
          },
        ],
      },
    ],
    where: { func: { name: 'EQ', args: [{ alias: 'number' }, { value: 7 }] } },
  };

  async function explain(body: unknown): Promise<Explanation> {
    const response = await service.post('/api/database/uni-grid-request/explain', body);
    expect(response.status).toBe(200);
    return Explanation.parse(await response.json());
  }

  it('shows a readable statement, with its parameters separate', async () => {
    const { sql, parameters } = await explain(query);
    expect(sql).toMatch(/^select .* from .*child.* left join .*parent.* on .* where .* order by /);
    expect(sql).not.toMatch(/json|joinery|concat|format/i);
    expect(parameters.map(String)).toContain('7');
    expect(sql).not.toContain('7');
  });

  it('includes the plan of the engine', async () => {
    const { plan } = await explain(query);
    expect(plan.length).toBeGreaterThan(0);
  });

  it('shows a statement that the engine can run', async () => {
    const { sql } = await explain({ ...query, where: null, limit: 0 });
    const text = sql.replace(/(\$\d+|\?)/g, '0');
    expect(await database.rows(text)).toEqual([]);
  });
});
