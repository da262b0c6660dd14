/** Exports on every engine: all rows, every digit, and NULL distinct from empty text. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Engine, engines, type TestDatabase } from '../support/servers.ts';
import { unzip } from '../support/unzip.ts';
import { queryPath, type Service, serve } from './service.ts';

const types: Readonly<Record<Engine, { bytes: string; hex: (digits: string) => string }>> = {
  sqlite: { bytes: 'BLOB', hex: (digits) => `x'${digits}'` },
  postgres: { bytes: 'BYTEA', hex: (digits) => `'\\x${digits}'` },
  duckdb: { bytes: 'BLOB', hex: (digits) => `unhex('${digits}')` },
  mysql: { bytes: 'VARBINARY(20)', hex: (digits) => `x'${digits}'` },
};

describe.each(engines)('exports on %s', (engine) => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    const { bytes, hex } = types[engine];
    database = await createTable(engine, bytes, hex);
    service = await serve(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  async function send(to: string, extra: object = {}) {
    return service.app.inject({
      method: 'POST',
      url: `${queryPath}/export${to}`,
      headers: { host: 'localhost', 'content-type': 'application/json' },
      payload: JSON.stringify({ entities: [{ id: 'thing', attributes: columns }], ...extra }),
    });
  }

  const columns = [
    { id: 'id' },
    { id: 'word', alias: 'a "word", in quotes' },
    { id: 'big' },
    { id: 'yes' },
    { id: 'raw' },
  ];
  const nothing = { func: { name: 'LT', args: [{ alias: 'id' }, { value: 0 }] } };

  test('follow RFC 4180 as CSV, with a header', async () => {
    const { body, headers } = await send('?format=csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="thing-\d{4}-\d\d-\d\d\.csv"/);
    expect(body.split('\r\n')).toEqual([
      'id,"a ""word"", in quotes",big,yes,raw',
      '1,plain,9223372036854775807,true,AP8=',
      '2,"comma, ""quote""",-1,false,',
      '3,"two\nlines",,,',
      '4,"",0,true,',
      '5,,0,,',
      '6,=1+1,7,false,',
      '7,-5 °C,7,false,',
      '8,tab\there,7,false,',
      '',
    ]);
  });

  test('have no formulas but unchanged numbers as CSV that is safe for spreadsheets', async () => {
    const lines = (await send('?format=csv&safe=1')).body.split('\r\n');
    expect(lines[2]).toBe('2,"comma, ""quote""",-1,false,');
    expect(lines[6]).toBe('6,"\'=1+1",7,false,');
    expect(lines[7]).toBe('7,"\'-5 °C",7,false,');
  });

  test('quote cells that contain a tab as TSV', async () => {
    const lines = (await send('?format=tsv')).body.split('\r\n');
    expect(lines[0]).toBe('id\t"a ""word"", in quotes"\tbig\tyes\traw');
    expect(lines[8]).toBe('8\t"tab\there"\t7\tfalse\t');
  });

  const blanks = { entities: [{ id: 'blank', attributes: [{ id: 'id' }, { id: 'word' }] }] };

  /** A text that is grouped, or a maximum, is processed differently from a row's cell. */
  const blanksOfGroups = {
    entities: [{ id: 'blank', attributes: [{ id: 'id' }, { id: 'word', summaries: ['max'] }] }],
    group: ['id', 'word'],
  };

  test.each([
    ['?format=csv', ','],
    ['?format=csv&safe=1', ','],
    ['?format=tsv', '\t'],
    ['?format=tsv&safe=1', '\t'],
  ])('%s keeps blanks, empty texts and nulls apart', async (to, separator) => {
    const lines = (...rows: string[][]) => `${rows.map((row) => row.join(separator)).join('\r\n')}\r\n`;
    const words = ['""', ' ', '   ', 'a', 'a ', ''];
    expect((await send(to, blanks)).body).toBe(
      lines(['id', 'word'], ...words.map((word, i) => [`${i}`, word])),
    );
    expect((await send(to, blanksOfGroups)).body).toBe(
      lines(['id', 'word', 'max_word'], ...words.map((word, i) => [`${i}`, word, word])),
    );
  });

  test.each([
    ['?format=csv', ','],
    ['?format=csv&safe=1', ','],
    ['?format=tsv', '\t'],
    ['?format=tsv&safe=1', '\t'],
  ])('%s keeps empty bytes and null apart', async (to, separator) => {
    const attributes = [{ id: 'id' }, { id: 'raw' }];
    const lines = ['id,raw', '1,""', '2,', '3,AP8=', ''].join('\r\n').replaceAll(',', separator);
    for (const order of [[], [{ alias: 'id' }, { alias: 'raw' }]]) {
      expect((await send(to, { entities: [{ id: 'bytes', attributes }], order })).body).toBe(lines);
    }
  });

  test('have one object per line as NDJSON', async () => {
    const where = { func: { name: 'LTE', args: [{ alias: 'id' }, { value: 2 }] } };
    const { body } = await send('?format=ndjson', { where });
    expect(body).toBe(
      '{"id":1,"a \\"word\\", in quotes":"plain","big":9223372036854775807,"yes":true,"raw":"AP8="}\n' +
        '{"id":2,"a \\"word\\", in quotes":"comma, \\"quote\\"","big":-1,"yes":false,"raw":null}\n',
    );
  });

  test('are the answer of the query with all rows as JSON', async () => {
    const answer = JSON.parse((await send('?format=json')).body);
    expect(answer.size).toEqual({ offset: 0, total: 8, frame: 8 });
    expect(answer.data).toHaveLength(8);
  });

  test('equal the answer of the query as JSON without rows', async () => {
    const { body } = await service.query(
      JSON.stringify({ entities: [{ id: 'thing', attributes: columns }], where: nothing }),
    );
    expect(JSON.parse(body)).toMatchObject({ data: [], size: { offset: 0, total: 0, frame: 0 } });
    expect((await send('?format=json', { where: nothing })).body).toBe(body);
  });

  function cellsOf(workbook: Buffer): string[][] {
    const sheet = String(unzip(workbook).get('xl/worksheets/sheet1.xml'));
    return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
      (row.match(/<c\/>|<c.*?<\/c>/gs) ?? []).map((cell) => cell.replace(/<[^>]*>/g, '')),
    );
  }

  test('have the same cells as XLSX', async () => {
    const rows = cellsOf((await send('?format=xlsx')).rawPayload);
    expect(rows[1]).toEqual(['1', 'plain', '9223372036854775807', '1', 'AP8=']);
    expect(rows[2]).toEqual(['2', 'comma, "quote"', '-1', '0', '']);
    expect(rows).toHaveLength(9);
  });

  test('have all rows in order, whatever page the query asks for', async () => {
    const entities = [{ id: 'thing', attributes: [{ id: 'id' }] }];
    const order = [{ alias: 'id', asc: false }];
    const { body } = await service.query(JSON.stringify({ entities, order, limit: 2 }));
    const { next: after } = JSON.parse(body);
    const whole = new Map<string, string>();
    for (const page of [{}, { limit: 2 }, { offset: 1, limit: 2 }, { limit: 0 }, { after, limit: 2 }]) {
      const lines = (await send('?format=csv', { entities, order, ...page })).body.split('\r\n');
      expect(lines).toEqual(['id', '8', '7', '6', '5', '4', '3', '2', '1', '']);
      for (const format of ['tsv', 'json', 'ndjson'] as const) {
        const file = (await send(`?format=${format}`, { entities, order, ...page })).body;
        expect(file).toBe(whole.get(format) ?? file);
        whole.set(format, file);
      }
      expect(cellsOf((await send('?format=xlsx', { entities, order, ...page })).rawPayload)).toHaveLength(9);
    }
    expect(JSON.parse(whole.get('json') ?? '').size).toEqual({ offset: 0, total: 8, frame: 8 });
    expect((await send('?format=csv', { limit: -1 })).statusCode).toBe(400);
  });

  test('have only the header if there are no rows', async () => {
    const none = await send('?format=csv', { where: nothing });
    expect(none.body).toBe('id,"a ""word"", in quotes",big,yes,raw\r\n');
  });

  const groups = {
    entities: [{ id: 'thing', attributes: [{ id: 'yes' }, { id: 'big', summaries: ['sum', 'count'] }] }],
    group: ['yes'],
  };

  test('have the cells of groups as XLSX', async () => {
    expect(cellsOf((await send('?format=xlsx', groups)).rawPayload)).toEqual([
      ['yes', 'sum_big', 'count_big'],
      ['0', '20', '4'],
      ['1', '9223372036854775807', '2'],
      ['', '0', '1'],
    ]);
  });

  test('use the given headings, whatever characters these contain', async () => {
    const unigrid = { entities: [{ id: 'thing', attributes: [{ id: 'id' }, { id: 'big' }] }] };
    const headings = { big: '=Big, "all"', id: '' };
    const headed = (to: string, body: object = { unigrid, headings }) =>
      service.app.inject({
        method: 'POST',
        url: `${queryPath}/export${to}`,
        headers: { host: 'localhost', 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      });
    expect((await headed('?format=csv&safe=1')).body.split('\r\n')[0]).toBe(`"","'=Big, ""all"""`);
    expect((await headed('?format=tsv')).body.split('\r\n')[0]).toBe('""\t"=Big, ""all"""');
    expect(cellsOf((await headed('?format=xlsx')).rawPayload)[0]).toEqual(['', '=Big, "all"']);
    expect(JSON.parse((await headed('?format=json')).body).cols).toEqual(['id', 'big']);
    const wrong = await headed('?format=csv', { unigrid, headings: { big: 1 } });
    expect(wrong.statusCode).toBe(400);
    expect(JSON.parse(wrong.body)).toMatchObject({ pointer: '/headings/big' });
    const other = await headed('?format=csv', { unigrid, headlines: {} });
    expect(other.statusCode).toBe(400);
  });

  test('have the columns of groups', async () => {
    const { body } = await send('?format=csv', groups);
    expect(body.split('\r\n')).toEqual([
      'yes,sum_big,count_big',
      'false,20,4',
      'true,9223372036854775807,2',
      ',0,1',
      '',
    ]);
  });
});

async function createTable(engine: Engine, bytes: string, hex: (digits: string) => string) {
  const database = await createDatabase(engine);
  const tab = engine === 'mysql' ? "'tab\\there'" : "'tab\there'";
  await database.run(`CREATE TABLE thing
    (id INTEGER PRIMARY KEY, word VARCHAR(40), big BIGINT, yes BOOLEAN, raw ${bytes});
    INSERT INTO thing VALUES
    (1, 'plain', 9223372036854775807, TRUE, ${hex('00ff')}),
    (2, 'comma, "quote"', -1, FALSE, NULL),
    (3, 'two
lines', NULL, NULL, NULL),
    (4, '', 0, TRUE, NULL),
    (5, NULL, 0, NULL, NULL),
    (6, '=1+1', 7, FALSE, NULL),
    (7, '-5 °C', 7, FALSE, NULL),
    (8, ${tab}, 7, FALSE, NULL);
    CREATE TABLE blank (id INTEGER PRIMARY KEY, word VARCHAR(40));
    INSERT INTO blank VALUES (0, ''), (1, ' '), (2, '   '), (3, 'a'), (4, 'a '), (5, NULL);
    CREATE TABLE bytes (id INTEGER PRIMARY KEY, raw ${bytes});
    INSERT INTO bytes VALUES (1, ${hex('')}), (2, NULL), (3, ${hex('00ff')});`);
  return database;
}
