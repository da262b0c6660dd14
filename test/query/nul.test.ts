/** A NUL in a text is an ordinary character, if the engine supports it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { type Service, serve } from './service.ts';

/** The table's words; each is stored in two columns, once together with the previous word in the other column. */
const words = ['a\0b', 'ab', '', 'a', null, 'Kiste\0voll, "Größe"\0', 'x\0,y', 'kiste'] as const;

// PostgreSQL refuses such texts.
describe.each(['sqlite', 'mysql'] as const)('a text with a NUL on %s', (engine) => {
  let database: TestDatabase;
  let service: Service;
  const literal = (text: string | null | undefined) => {
    if (text == null) return 'NULL';
    const parts = text.split('\0').map((part) => `'${part}'`);
    return engine === 'sqlite' ? parts.join(' || char(0) || ') : `concat(${parts.join(', char(0), ')})`;
  };
  beforeAll(async () => {
    database = await createDatabase(engine);
    const rows = words.map((word, i) => `(${i + 1}, ${literal(word)}, ${literal(words[i - 1])})`);
    await database.run(`CREATE TABLE thing (id INTEGER PRIMARY KEY, word VARCHAR(40), part VARCHAR(40));
      INSERT INTO thing VALUES ${rows.join(', ')};`);
    service = await serve(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  const found = async (name: string, args: readonly object[]) => {
    const attributes = [{ id: 'id' }, { id: 'word', selected: false }, { id: 'part', selected: false }];
    const where = { func: { name, args } };
    const { body } = await service.query(JSON.stringify({ entities: [{ id: 'thing', attributes }], where }));
    return JSON.parse(body).data?.flat() ?? body;
  };

  test.each([
    ['EQ', 'a\0b', [1]],
    ['EQ', 'a', [4]],
    ['IEQ', 'A\0B', [1]],
    ['IEQ', 'A', [4]],
    ['ILIKE', '\0', [1, 6, 7]],
    ['ILIKE', 'A\0%', [1]],
    ['ILIKE', 'B', [1, 2]],
    ['ILIKE', 'a%B', [1, 2]],
    ['ILIKE', 'A%', [1, 2, 4]],
    ['ILIKE', '%A', [4]],
    ['ILIKE', 'VOLL', [6]],
    ['ILIKE', 'kiste%', [6, 8]],
    ['ILIKE', '%KISTE', [8]],
    ['ILIKE', 'GRÖßE', [6]],
    ['ILIKE', '%größe"', []],
    ['ILIKE', '%größe"_', [6]],
    ['LIKE', 'a\0b', [1]],
    ['LIKE', 'A\0b', []],
    ['LIKE', 'a\0', []],
    ['LIKE', 'a', [4]],
    ['LIKE', 'a%b', [1, 2]],
    ['LIKE', 'a_b', [1]],
    ['LIKE', '%oll%', [6]],
    ['LIKE', '%Größ%', [6]],
    ['NOT_LIKE', '%b', [3, 4, 6, 7, 8]],
    ['ICONTAINS', '\0B', [1]],
    ['ICONTAINS', 'B', [1, 2]],
    ['ICONTAINS', ',Y', [7]],
    ['ICONTAINS', 'öß', [6]],
    ['NOT_ICONTAINS', '\0', [2, 3, 4, 8]],
    ['NOT_ICONTAINS', 'b', [3, 4, 6, 7, 8]],
    ['ISTARTS_WITH', 'A\0', [1]],
    ['ISTARTS_WITH', 'A', [1, 2, 4]],
    ['IENDS_WITH', '\0b', [1]],
    ['IENDS_WITH', 'B', [1, 2]],
    ['IENDS_WITH', 'a', [4]],
    ['NOT_IENDS_WITH', '\0', [1, 2, 3, 4, 7, 8]],
    ['NOT_IENDS_WITH', 'a', [1, 2, 3, 6, 7, 8]],
  ])('%s %j finds %j', async (name, value, expected) => {
    expect(await found(name, [{ alias: 'word' }, { value }])).toEqual(expected);
  });

  test.each([
    ['ISTARTS_WITH', [4]],
    ['IENDS_WITH', [4]],
    ['ICONTAINS', [4]],
    ['EQ', []],
  ])('%s of another column finds %j', async (name, expected) => {
    expect(await found(name, [{ alias: 'word' }, { alias: 'part' }])).toEqual(expected);
  });

  test.each([
    ['REPLACE', [{ alias: 'word' }, { value: '\0' }, { value: '-' }], ['a-b', 'ab']],
    ['REPLACE', [{ alias: 'word' }, { value: '\0b' }, { value: '\0\0' }], ['a\0\0', 'ab']],
    ['REPLACE', [{ alias: 'word' }, { value: 'b' }, { value: 'B' }], ['a\0B', 'aB']],
    ['LENGTH', [{ alias: 'word' }], [3, 2]],
    ['UPPER', [{ alias: 'word' }], ['A\0B', 'AB']],
    ['SUBSTRING', [{ alias: 'word' }, { value: 2 }], ['\0b', 'b']],
    ['CONCAT', [{ alias: 'word' }, { value: '\0' }], ['a\0b\0', 'ab\0']],
    ['TRIM', [{ alias: 'word' }], ['a\0b', 'ab']],
    ['CAST', [{ alias: 'word' }, { value: 'text' }], ['a\0b', 'ab']],
  ])('is an ordinary character to %s: %j returns %j', async (fn, args, expected) => {
    const attributes = [
      { id: 'word', selected: false },
      { alias: 'made', expr: { fn, args } },
    ];
    const { body } = await service.query(
      JSON.stringify({ entities: [{ id: 'thing', attributes }], limit: 2 }),
    );
    expect(JSON.parse(body).data?.flat() ?? body).toEqual(expected);
  });

  test.each(['csv', 'tsv'])('is complete in a %s export, safe for spreadsheets or not', async (format) => {
    const separator = format === 'csv' ? ',' : '\t';
    const cell = (word: string | null) => {
      if (word === null) return '';
      const special = word === '' || /["\r\n]/.test(word) || word.includes(separator);
      return special ? `"${word.replaceAll('"', '""')}"` : word;
    };
    const expected = ['word', ...words.map(cell)].map((line) => `${line}\r\n`).join('');
    const entities = [{ id: 'thing', attributes: [{ id: 'word' }] }];
    for (const to of [`/export?format=${format}`, `/export?format=${format}&safe=1`]) {
      const { status, body } = await service.query(JSON.stringify({ entities }), to);
      expect({ to, status, body }).toEqual({ to, status: 200, body: expected });
    }
    const sorted = { entities, order: [{ alias: 'word', asc: false }] };
    const { body } = await service.query(JSON.stringify(sorted), `/export?format=${format}`);
    expect(body.split('\r\n').toSorted()).toEqual(expected.split('\r\n').toSorted());
  });

  test('is complete in grids and NDJSON exports', async () => {
    const entities = [{ id: 'thing', attributes: [{ id: 'word' }] }];
    const grid = await service.query(JSON.stringify({ entities }));
    expect(JSON.parse(grid.body).data.flat()).toEqual(words);
    const lines = await service.query(JSON.stringify({ entities }), '/export?format=ndjson');
    expect(
      lines.body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).word),
    ).toEqual(words);
  });
});
