/** Sums and averages of every numeric type: exact, or correct to the documented number of decimals. */
import { parse } from 'lossless-json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, serve } from '../query/service.ts';
import { createDatabase, type ServerEngine, type TestDatabase } from '../support/servers.ts';

export interface SumCase {
  readonly type: string;
  readonly values: readonly string[];
}

/** Each value times 10^38. */
const places = 38;
function units(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(places, '0').slice(0, places)}`);
}

const sumOf = (values: readonly string[]) => values.reduce((sum, value) => sum + units(value), 0n);

const identity: Readonly<Record<ServerEngine, string>> = {
  postgres: 'integer generated always as identity primary key',
  mysql: 'integer primary key auto_increment',
};

/** The tests of one engine; `more` contains types that only it has. */
export function checkSums(
  engine: ServerEngine,
  cases: readonly SumCase[],
  more: (opened: { readonly database: TestDatabase; readonly service: Service }) => void = () => {},
): void {
  describe(`sums and averages of ${engine}`, () => {
    const opened: { database: TestDatabase; service: Service } = Object.create(null);
    beforeAll(async () => {
      opened.database = await createDatabase(engine);
      const scripts = cases.map(
        ({ type, values }, i) => `create table t${i} (id ${identity[engine]}, g integer not null, v ${type});
          insert into t${i} (g, v) values ${values.map((value) => `(1, ${value}), (2, ${value})`).join(', ')}, (1, null), (3, null);`,
      );
      await opened.database.run(scripts.join('\n'));
      opened.service = await serve(opened.database.url);
    });
    afterAll(async () => {
      await opened.service?.close();
      await opened.database?.drop();
    });

    /** The values of the answer as exact texts. */
    async function ask(query: object, to = ''): Promise<(string | null)[][]> {
      const { status, body } = await opened.service.query(JSON.stringify(query), to);
      expect(status, body).toBe(200);
      const answer = parse(body);
      if (typeof answer !== 'object' || answer === null || !('data' in answer)) throw new Error(body);
      const rows = Array.isArray(answer.data) ? answer.data : [];
      const listed: unknown[][] = rows.every(Array.isArray) ? rows : [rows];
      return listed.map((row) => row.map((value) => (value === null ? null : String(value))));
    }

    function expectRight(values: readonly string[], sum = '', average = ''): void {
      const total = sumOf(values);
      expect(units(sum)).toBe(total);
      // The error is at most half of the eighth decimal.
      const off = units(average) * BigInt(values.length) - total;
      const most = 5n * 10n ** BigInt(places - 9) * BigInt(values.length);
      expect(off <= most && off >= -most, `${average} of ${values.join(', ')}`).toBe(true);
    }

    test.each(cases.map((which, i) => ({ ...which, i })))(
      'of $type ($values) are right',
      async ({ values, i }) => {
        const [[sum, average] = []] = await ask({ entities: [summed(`t${i}`)] }, '/summaries');
        expectRight([...values, ...values], sum ?? '', average ?? '');
      },
    );

    test.each(cases.map((which, i) => ({ ...which, i })))(
      'of groups of $type ($values) are right, in the order of either',
      async ({ values, i }) => {
        for (const order of ['g', 'sum_v', 'avg_v']) {
          const rows = await ask({ entities: [summed(`t${i}`)], group: ['g'], order: [{ alias: order }] });
          for (const group of ['1', '2']) {
            const [, sum, average] = rows.find(([g]) => g === group) ?? [];
            expectRight(values, sum ?? '', average ?? '');
          }
          expect(rows.find(([g]) => g === '3')).toEqual(['3', null, null]);
        }
      },
    );

    more(opened);
  });
}

/** A request's entity for the sum and the average of its column `v`. */
export function summed(id: string): object {
  return {
    id,
    attributes: [
      { id: 'g', selected: false },
      { id: 'v', summaries: ['sum', 'avg'] },
    ],
  };
}
