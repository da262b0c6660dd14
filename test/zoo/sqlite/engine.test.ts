/**
 * SQLite specifics: numbers that change their storage class, columns with values of any type, values computed by a
 * view.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryPath, type Service, serve } from '../../query/service.ts';
import { createDatabase, type TestDatabase } from '../../support/servers.ts';
import { unzip } from '../../support/unzip.ts';

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run(`
    create table number (id integer primary key, kind text, whole integer, plain numeric, scaled decimal(30,2), rough real, free);
    insert into number (kind, whole, plain, scaled, rough, free) values
      ('huge', 250000000000000000000, 250000000000000000000, 250000000000000000000, 250000000000000000000, 250000000000000000000),
      ('huge', 250000000000000000000, 250000000000000000000, 250000000000000000000, 250000000000000000000, 250000000000000000000),
      ('less', -250000000000000000000, -250000000000000000000, -250000000000000000000, -2.5e20, -2.5e20),
      ('full', 9223372036854775807, 9223372036854775807, 9007199254740.93, 1, 9223372036854775807),
      ('full', 9223372036854775807, 9223372036854775807, 9007199254740.93, 1, 9223372036854775807),
      ('full', 3, 3, 0.01, 1, 3),
      ('both', 9223372036854775807, 9223372036854775807, 1, 1, 9223372036854775807),
      ('both', 2, 1.5, 0.125, 1.5, 1.5),
      ('cancel', 1e300, 1e300, 1e300, 1e300, 1e300),
      ('cancel', 1, 1, 1, 1, 1),
      ('cancel', -1e300, -1e300, -1e300, -1e300, -1e300),
      ('third', 1, 1, 0.01, 1, 1), ('third', 1, 1, 0.01, 1, 1), ('third', 2, 2, 0.02, 2, 2),
      ('words', 'none', 'none', 'none', 'none', 'none'), ('words', 5, 5, 5, 5, 5),
      ('infinite', 9e999, 9e999, 9e999, 9e999, 9e999), ('infinite', 1, 1, 1, 1, 1),
      ('both ends', 9e999, 9e999, 9e999, 9e999, 9e999), ('both ends', -9e999, -9e999, -9e999, -9e999, -9e999),
      ('nothing', null, null, null, null, null);
    create table anything (id integer primary key, loose any, kept any) strict;
    insert into anything values (1, 12, '12'), (2, 'twelve', 12), (3, 1.5, x'00ff'), (4, null, null), (5, '7', 'text');
    create table weak (id integer primary key, loose any);
    insert into weak values (1, 12), (2, 'twelve'), (3, 1.5), (4, null), (5, '7');
    create table yearly (year integer primary key);
    insert into yearly values (2022), (2023), (2025);
    create table below (id integer primary key);
    insert into below values (-9), (-8), (-7);
    create table unused (id integer primary key);
    create table widest (id integer primary key);
    insert into widest values (-9223372036854775807), (9223372036854775807);
    create table searched (id integer primary key, words text);
    insert into searched (words) values ('Rikki'), ('rikk'), ('Wikingerschiff'), (null);
    create table bytes (id integer primary key, i integer, r real, n numeric, t text, v varchar(9), b blob, x, d date, m datetime, c time, f boolean, j json, u uuid);
    insert into bytes with bytes (b) as (values (x'1331'), (x'00'), (x''), (x'a5615d2c5b31'), (x'2c220d0a')) select row_number() over (), b, b, b, b, b, b, b, b, b, b, b, b, b from bytes;
    create table misplaced (id integer primary key, x, b blob, d date, m datetime, c time, j json, u uuid);
    insert into misplaced values (1, 5, 5, 5, 5, 5, 5, 5), (2, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5), (3, 9e999, 9e999, 9e999, 9e999, 9e999, 9e999, 9e999),
      (4, null, null, null, null, null, null, null), (5, 'a', 'a', 'a', 'a', 'a', 'a', 'a');
    create view misplaced_seen as select * from misplaced;
    create view shown as select id, whole + 0 as whole, plain * 1 as plain, kind || '' as kind, rough / 3 as rough,
      case when id % 2 then 'text ' || id else id end as mixed from number where kind in ('third', 'full');
  `);
  service = await serve(database.url);
});
afterAll(async () => {
  await service?.close();
  await database?.drop();
});

async function ask(body: object) {
  const answer = await service.query(JSON.stringify(body));
  expect(answer.status, answer.body).toBe(200);
  return answer.body;
}

test('estimates rows by the span of their ids, wherever these begin', async () => {
  const estimates = await Promise.all(
    ['yearly', 'below', 'unused', 'widest'].map(async (id) => {
      const entities = [{ id, relation: null, attributes: [{ id: id === 'yearly' ? 'year' : 'id' }] }];
      return JSON.parse(await ask({ entities, count: 'estimate', limit: 1 })).size.total;
    }),
  );
  expect(estimates).toEqual([4, 3, 0, 2 ** 64]);
});

describe('sums and averages', () => {
  const summaries = async (kind: string, column: string) => {
    const body = await ask({
      entities: [
        { id: 'number', attributes: [{ id: 'kind' }, { id: column, alias: 'n', summaries: ['sum', 'avg'] }] },
      ],
      where: { func: { name: 'EQ', args: [{ alias: 'kind' }, { value: kind }] } },
      limit: 0,
    });
    const [, sum, avg] = /"n":\{"sum":([^,]*),"avg":([^}]*)\}/.exec(body) ?? [];
    return [sum, avg];
  };

  test.each([
    ['huge', '500000000000000000000', '250000000000000000000'],
    ['less', '-250000000000000000000', '-250000000000000000000'],
    ['infinite', '"Infinity"', '"Infinity"'],
    ['both ends', '"NaN"', '"NaN"'],
    ['nothing', 'null', 'null'],
  ])('of whole numbers are exact: %s', async (kind, sum, avg) => {
    for (const column of ['whole', 'plain', 'free']) {
      expect({ column, told: await summaries(kind, column) }).toEqual({ column, told: [sum, avg] });
    }
  });

  test.each([
    [
      'full',
      '18446744073709551617',
      '6148914691236517205.666666666667',
      '6148914691236517205.6666666666666666667',
    ],
    ['third', '4', '1.333333333333', '1.3333333333333333333'],
  ])(
    'of whole numbers that do not divide evenly have the documented decimals: %s',
    async (kind, sum, avg, longer) => {
      for (const column of ['whole', 'free']) {
        expect({ column, told: await summaries(kind, column) }).toEqual({ column, told: [sum, avg] });
      }
      // A column declared as a generic number has more decimals in its averages.
      expect(await summaries(kind, 'plain')).toEqual([sum, longer]);
    },
  );

  test('of decimals are exact', async () => {
    expect(await summaries('third', 'scaled')).toEqual(['0.04', '0.013333333333']);
    expect(await summaries('full', 'scaled')).toEqual(['18014398509481.87', '6004799503160.623333333333']);
    expect(await summaries('huge', 'scaled')).toEqual(['500000000000000000000', '250000000000000000000']);
    expect(await summaries('both', 'scaled')).toEqual(['1.125', '0.5625']);
  });

  test('of doubles are doubles', async () => {
    expect(await summaries('third', 'rough')).toEqual(['4', '1.3333333333333333']);
    expect(await summaries('huge', 'rough')).toEqual(['500000000000000000000', '250000000000000000000']);
  });

  test('of whole numbers and a fraction are doubles', async () => {
    expect(await summaries('both', 'plain')).toEqual(['9223372036854776000', '4611686018427388000']);
  });

  test('are right where large values cancel each other out', async () => {
    for (const column of ['whole', 'plain', 'rough', 'free']) {
      expect({ column, told: await summaries('cancel', column) }).toEqual({
        column,
        told: ['1', '0.3333333333333333'],
      });
    }
  });

  test('sort groups by their numeric value', async () => {
    for (const column of ['whole', 'plain', 'free']) {
      const body = await ask({
        entities: [
          {
            id: 'number',
            attributes: [{ id: 'kind' }, { id: column, alias: 'n', selected: false, summaries: ['sum'] }],
          },
        ],
        where: {
          func: { name: 'IN', args: [{ alias: 'kind' }, { value: ['huge', 'less', 'full', 'third'] }] },
        },
        group: ['kind'],
        order: [{ alias: 'sum_n' }],
      });
      expect(JSON.parse(body).data.map(([kind]: string[]) => kind)).toEqual([
        'less',
        'third',
        'full',
        'huge',
      ]);
      expect(body).toContain('["huge",500000000000000000000]');
    }
  });
});

describe('a column of any type', () => {
  const ids = async (entity: string, column: string, name: string, ...args: unknown[]) => {
    const body = await ask({
      entities: [{ id: entity, attributes: [{ id: 'id' }, { id: column, alias: 'a', selected: false }] }],
      where: { func: { name, args: [{ alias: 'a' }, ...args.map((value) => ({ value }))] } },
    });
    return JSON.parse(body).data.flat();
  };

  // Values compare within their storage class, in the engine's order: numbers, texts, bytes.
  test.each([
    ['EQ', [12], [1]],
    ['EQ', ['twelve'], [2]],
    ['EQ', [1.5], [3]],
    ['GT', [7], [1, 2, 5]],
    ['LT', [7], [3]],
    ['IN', [['twelve', 12]], [1, 2]],
    ['NOT_EQ', [12], [2, 3, 5]],
    ['BETWEEN_INC', [1, 12], [1, 3]],
    ['ILIKE', ['TW%'], [2]],
    ['ICONTAINS', ['1'], [1, 3]],
    ['IS_NULL', [], [4]],
  ])('compares: %s %j finds %j', async (name, args, expected) => {
    expect(await ids('anything', 'loose', name, ...args)).toEqual(expected);
  });

  test('accepts every operator that is offered for it', async () => {
    const operators = JSON.parse((await service.app.inject({ url: '/api/database/operators' })).body);
    const mode = JSON.parse((await service.app.inject({ url: '/api/database/mode' })).body);
    for (const entity of ['anything', 'weak']) {
      expect(mode[entity].attributes.loose.type).toBe('other');
      const offered = operators.filter(({ types }: { types: string[] }) => types.includes('other'));
      expect(offered.length).toBeGreaterThan(10);
      for (const { name, args } of offered) {
        for (const value of [12, 1.5, 'twelve', '12', true]) {
          const own = [{ alias: 'a' }];
          const count = name.includes('NULL') ? 0 : name.includes('BETWEEN') ? 2 : 1;
          const given = Array.from({ length: count }, () => ({ value }));
          const answer = await service.query(
            JSON.stringify({
              entities: [{ id: entity, attributes: [{ id: 'loose', alias: 'a' }] }],
              where: { func: { name, args: [...own, ...given] } },
            }),
          );
          expect({
            name,
            args,
            value,
            status: answer.status,
            body: answer.status === 200 ? '' : answer.body,
          }).toEqual({ name, args, value, status: 200, body: '' });
        }
      }
    }
  });

  test('keeps the storage class of its values', async () => {
    const list = (await service.app.inject({ url: '/api/database/tables/anything' })).body;
    expect(
      JSON.parse(list).data.map(({ loose, kept }: { loose: unknown; kept: unknown }) => [loose, kept]),
    ).toEqual([
      [12, '12'],
      ['twelve', 12],
      [1.5, 'AP8='],
      [null, null],
      ['7', 'text'],
    ]);
  });

  test('distinguishes numbers and texts that look alike', async () => {
    expect(await ids('anything', 'kept', 'EQ', 12)).toEqual([2]);
    expect(await ids('anything', 'kept', 'EQ', '12')).toEqual([1]);
    // Without STRICT the engine converts a text of digits to a number, when storing and when comparing.
    expect(await ids('weak', 'loose', 'EQ', '12')).toEqual([1]);
    expect(await ids('weak', 'loose', 'EQ', 7)).toEqual([5]);
  });
});

describe('numbers without a declared type', () => {
  const sheet = async (body: object) => {
    const response = await service.app.inject({
      method: 'POST',
      url: `${queryPath}/export?format=xlsx`,
      headers: { 'content-type': 'application/json' },
      payload: body,
    });
    expect(response.statusCode).toBe(200);
    const xml = String(unzip(response.rawPayload).get('xl/worksheets/sheet1.xml'));
    const rows = [...xml.matchAll(/<row>(.*?)<\/row>/gs)].slice(1);
    return rows.map(([, row = '']) =>
      [...row.matchAll(/<c\/>|<c(?: t="(\w+)")?>(.*?)<\/c>/gs)].map(([, type, cell]) =>
        cell === undefined ? null : `${type ?? 'number'} ${cell.replace(/<[^>]*>/g, '')}`,
      ),
    );
  };

  test('are number cells in an exported sheet of a view', async () => {
    const attributes = ['id', 'whole', 'plain', 'kind', 'rough', 'mixed'].map((id) => ({ id }));
    const where = { func: { name: 'EQ', args: [{ alias: 'kind' }, { value: 'third' }] } };
    expect(await sheet({ entities: [{ id: 'shown', attributes }], where })).toEqual([
      ['number 12', 'number 1', 'number 1', 'inlineStr third', 'number 0.33333333333333332', 'number 12'],
      [
        'number 13',
        'number 1',
        'number 1',
        'inlineStr third',
        'number 0.33333333333333332',
        'inlineStr text 13',
      ],
      ['number 14', 'number 2', 'number 2', 'inlineStr third', 'number 0.66666666666666663', 'number 14'],
    ]);
  });

  // The engine reports BLOB for a view's untyped column.
  test.each(['misplaced', 'misplaced_seen'])(
    'are number cells in a column of %s, whatever its declared type',
    async (id) => {
      const columns = ['x', 'b', 'd', 'm', 'c', 'j', 'u'];
      const entities = [{ id, attributes: columns.map((name) => ({ id: name })) }];
      const all = (cell: string | null) => columns.map(() => cell);
      expect(await sheet({ entities })).toEqual([
        all('number 5'),
        all('number 1.5'),
        all('inlineStr Infinity'),
        all(null),
        all('inlineStr a'),
      ]);
    },
  );

  test('are text cells if they are stored as texts', async () => {
    const attributes = [{ id: 'kept' }, { id: 'loose' }];
    expect(await sheet({ entities: [{ id: 'anything', attributes }] })).toEqual([
      ['inlineStr 12', 'number 12'],
      ['number 12', 'inlineStr twelve'],
      ['inlineStr AP8=', 'number 1.5'],
      [null, null],
      ['inlineStr text', 'inlineStr 7'],
    ]);
  });

  test('are number cells as groups and as extremes too', async () => {
    const attributes = [{ id: 'mixed' }, { id: 'whole', selected: false, summaries: ['max', 'sum'] }];
    const where = { func: { name: 'EQ', args: [{ alias: 'kind' }, { value: 'third' }] } };
    const entities = [{ id: 'shown', attributes: [...attributes, { id: 'kind', selected: false }] }];
    expect(await sheet({ entities, where, group: ['mixed'], order: [{ alias: 'mixed' }] })).toEqual([
      ['number 12', 'number 1', 'number 1'],
      ['number 14', 'number 2', 'number 2'],
      ['inlineStr text 13', 'number 1', 'number 1'],
    ]);
  });
});

describe('bytes in a column of any declared type', () => {
  const columns = ['i', 'r', 'n', 't', 'v', 'b', 'x', 'd', 'm', 'c', 'f', 'j', 'u'];
  const entities = [{ id: 'bytes', attributes: columns.map((id) => ({ id })) }];
  // The first, second and fourth look like SQLite's JSONB: a number, a null, a list.
  const texts = ['EzE=', 'AA==', '', 'pWFdLFsx', 'LCINCg=='];
  const exported = async (format: string) => {
    const url = `${queryPath}/export?format=${format}`;
    const { body } = await service.app.inject({ method: 'POST', url, payload: { entities } });
    return body;
  };

  test('are base64 in a query', async () => {
    expect(JSON.parse(await ask({ entities })).data).toEqual(texts.map((text) => columns.map(() => text)));
  });

  test('are base64 in records, lists and NDJSON', async () => {
    const shown = texts.map((text) => Object.fromEntries(columns.map((name) => [name, text])));
    const url = '/api/database/tables/bytes';
    const { data } = (await service.app.inject({ url })).json();
    expect(data).toMatchObject(shown);
    expect((await service.app.inject({ url: `${url}/recs/[4]` })).json()).toMatchObject({ ...shown[3] });
    const lines = (await exported('ndjson')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(shown);
  });

  test.each([
    ['csv', ','],
    ['tsv', '\t'],
  ])('are base64 in %s exports', async (format, separator) => {
    const [, ...lines] = (await exported(format)).trimEnd().split('\r\n');
    expect(lines).toEqual(texts.map((text) => columns.map(() => text || '""').join(separator)));
  });

  test.each(columns)('are found by their base64 text: %s', async (column) => {
    const where = { func: { name: 'ICONTAINS', args: [{ alias: column }, { value: 'wfdl' }] } };
    expect(JSON.parse(await ask({ entities, where })).size.total).toBe(1);
  });
});

describe('a repeated search in the same column', () => {
  const found = async (name: string, value: string) => {
    const where = { func: { name, args: [{ alias: 'words' }, { value }] } };
    const attributes = [{ id: 'words', selected: false }, { id: 'id' }];
    return JSON.parse(await ask({ entities: [{ id: 'searched', attributes }], where })).data.flat();
  };

  test.each([
    ['ICONTAINS', 'ikk', [1, 2], `'R' || char(304) || 'KK'`],
    ['ICONTAINS', 'ikk', [1, 2], `'RI' || char(8490) || 'k'`],
    ['ICONTAINS', 'ikk', [1, 2], `'behind' || char(0) || 'ikk'`],
    ['LIKE', '%ikk', [2], `'behind' || char(0) || 'ikk'`],
    ['NOT_LIKE', '%ikk', [1, 3], `'ikk' || char(0) || 'before'`],
    ['ICONTAINS', 'ikk', [1, 2], `x'8a4924'`],
  ])('%s %j finds rows written in the meantime', async (name, value, before, written) => {
    for (let time = 0; time < 5; time++) expect(await found(name, value)).toEqual(before);
    await database.run(`insert into searched values (9, ${written})`);
    for (let time = 0; time < 5; time++) expect(await found(name, value)).toEqual([...before, 9]);
    await database.run('delete from searched where id = 9');
    expect(await found(name, value)).toEqual(before);
  });
});
