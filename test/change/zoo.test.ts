/** Every value of the zoos, read and written back: the same bytes, or a named refusal. And restored by an undo. */
import { describe, expect, test } from 'vitest';
import { openTypes, withNull, zoos } from '../conformance/zoos.ts';
import { startService } from '../http/service.ts';
import { isMariadb, type LiveEngine } from '../support/engines.ts';

/** An SQL expression that distinguishes any two stored values, to the last bit. */
const stored: Record<LiveEngine, (value: string) => string> = {
  sqlite: (value) => `typeof(${value}) || hex(${value}) || quote(${value})`,
  postgres: (value) => `(${value})::text`,
  mysql: (value) => `hex(${value})`,
};

/**
 * The number of new values, by type, that look the same but are stored differently. Answers do not show the bytes of a
 * SQLite value whose storage class differs from its column, invalid UTF-8, texts shown for what is no JSON,
 * whitespace around JSON and its null, or array bounds.
 */
const otherwise: Record<LiveEngine, Readonly<Record<string, number>>> = {
  sqlite: { INTEGER: 1, REAL: 1, NUMERIC: 1, 'DECIMAL(10,2)': 1, TEXT: 11, BLOB: 3, '': 10 },
  postgres: { json: 3, jsonb: 1, 'integer[]': 1, 'json[]': 1 },
  mysql: isMariadb
    ? {
        json: 9,
        'longtext character set utf8mb4 check (json_valid(v))': 7,
        'varchar(100) check (json_valid(v))': 1,
      }
    : { json: 1 },
};
const refused: Record<LiveEngine, readonly string[]> = {
  sqlite: [],
  postgres: [],
  mysql: ['date: "2024-02-31"'],
};

const written = zoos.filter((zoo): zoo is typeof zoo & { engine: LiveEngine } => zoo.engine !== 'duckdb');

describe.each(written)('on $engine', (zoo) => {
  // All types in one set per step: a set per type takes five times as long and finds nothing more.
  test('values are written back exactly as they were read', { timeout: 120_000 }, async ({ annotate }) => {
    await using database = await openTypes(zoo);
    await using service = await startService(database.url, { edit: true });
    const send = async (path: string, body: string) => {
      const response = await service.post(path, undefined, {
        body,
        headers: { 'content-type': 'application/json' },
      });
      return { status: response.status, text: await response.text() };
    };
    /** Applies a set and returns its id. */
    const apply = async (path: string, body = ''): Promise<string> => {
      const { status, text } = await send(path, body);
      expect([status, status === 201 ? '' : text.slice(0, 3_000)]).toEqual([201, '']);
      return JSON.parse(text).id;
    };
    const v = stored[zoo.engine](zoo.quote('v'));
    const ofAll = zoo.types.map((_, i) => `select ${i} as type, id, ${v} as bits from type_${i}`);
    /**
     * The bytes of every value, by type and row number. In one statement, because each statement opens a connection.
     */
    const allBits = async () => {
      const types = zoo.types.map(({ type }, i): [string, [number, string][]] => [`${i} ${type}`, []]);
      for (const [type, id, bytes] of await database.rows(`${ofAll.join(' union all ')} order by type, id`))
        types[Number(type)]?.[1].push([Number(id), JSON.stringify(bytes)]);
      return new Map(types);
    };
    const values = zoo.types.flatMap((which, i) =>
      withNull(which).map(([, json], id) => ({
        type: which.type,
        at: `${i} ${which.type}`,
        entity: `type_${i}`,
        id,
        json,
      })),
    );
    const before = await allBits();
    expect([...before.values()].flat()).toHaveLength(values.length);

    const inserts = values.map(
      ({ entity, id, json }) => `{"op":"insert","entity":"${entity}","set":{"id":${1000 + id},"v":${json}}}`,
    );
    const trial = await send('/api/database/changes', `{"dry_run":true,"changes":[${inserts}]}`);
    expect(trial.status, trial.text.slice(0, 3_000)).toBe(200);
    const bad = new Set<number>();
    for (const { pointer, type } of JSON.parse(trial.text).refusals) {
      const [, at = '-1'] = /^\/changes\/(\d+)\/set\/v$/.exec(pointer) ?? [];
      expect(type).toBe('urn:joinery:problem:refused-value');
      bad.add(Number(at));
    }
    const refusedValues = [...bad].map((at) => `${values[at]?.type}: ${values[at]?.json}`);
    expect(refusedValues).toEqual(refused[zoo.engine]);

    const good = inserts.filter((_, at) => !bad.has(at));
    const made = await apply('/api/database/changes', `{"changes":[${good}]}`);
    const after = await allBits();
    const found: Record<string, number> = {};
    for (const [at, { type, at: place, id }] of values.entries()) {
      if (bad.has(at)) continue;
      const bytes = new Map(after.get(place));
      if (bytes.get(1000 + id) === bytes.get(id)) continue;
      found[type] = (found[type] ?? 0) + 1;
    }
    expect(found).toEqual(otherwise[zoo.engine]);
    await apply(`/api/database/changes/${made}/undo`);
    expect(await allBits()).toEqual(before);

    // Writing a value back into its own cell never changes it.
    const updates = values.map(
      ({ entity, id, json }) =>
        `{"op":"update","entity":"${entity}","key":{"id":${id}},"set":{"v":${json}},"expect":{"v":${json}}}`,
    );
    await apply('/api/database/changes', `{"changes":[${updates}]}`);
    expect(await allBits()).toEqual(before);

    const deletes = values.map(
      ({ entity, id }) => `{"op":"delete","entity":"${entity}","key":{"id":${id}},"expect":{}}`,
    );
    const gone = await apply('/api/database/changes', `{"changes":[${deletes}]}`);
    expect([...(await allBits()).values()].flat()).toEqual([]);
    await apply(`/api/database/changes/${gone}/undo`);
    expect(await allBits()).toEqual(before);
    await annotate(
      `${zoo.engine}: ${values.length} values written back and ${values.length} brought back, all with the same bytes; ${good.length} written anew`,
      'V1',
    );
  });
});
