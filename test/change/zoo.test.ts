/** Every value of the zoos, read and written back: the same bytes, or a named refusal. And brought back by an undo. */
import { describe, expect, test } from 'vitest';
import { openTypes, withNull, zoos } from '../conformance/zoos.ts';
import { startService } from '../http/service.ts';
import type { LiveEngine } from '../support/engines.ts';

/** How an engine tells whether two values are the same to the last bit. */
const stored: Record<LiveEngine, (value: string) => string> = {
  sqlite: (value) => `typeof(${value}) || hex(${value}) || quote(${value})`,
  postgres: (value) => `(${value})::text`,
  mysql: (value) => `hex(${value})`,
};

/**
 * New values that are shown alike and are stored otherwise, by type: what an answer shows does not tell the bytes of a
 * SQLite column that declares another class, texts that are no UTF-8, blanks around JSON and its null, the bounds of an array.
 */
const otherwise: Record<LiveEngine, Readonly<Record<string, number>>> = {
  sqlite: { INTEGER: 1, REAL: 1, NUMERIC: 1, 'DECIMAL(10,2)': 1, TEXT: 11, BLOB: 3, '': 10 },
  postgres: { json: 3, jsonb: 1, 'integer[]': 1, 'json[]': 1 },
  mysql: {
    json: 5,
    'longtext character set utf8mb4 check (json_valid(v))': 3,
    'varchar(100) check (json_valid(v))': 1,
  },
};
const refused: Record<LiveEngine, readonly string[]> = {
  sqlite: [],
  postgres: [],
  mysql: ['date: "2024-02-31"'],
};

const written = zoos.filter((zoo): zoo is typeof zoo & { engine: LiveEngine } => zoo.engine !== 'duckdb');

describe.each(written)('on $engine', (zoo) => {
  test('values are written back exactly as they were read', { timeout: 120_000 }, async ({ annotate }) => {
    await using database = await openTypes(zoo);
    await using service = await startService(database.url, { edit: true });
    const send = async (path: string, body: string) => {
      const response = await service.post(path, undefined, {
        body,
        headers: { 'content-type': 'application/json' },
      });
      return { status: response.status, json: JSON.parse(await response.text()) };
    };
    const v = stored[zoo.engine](zoo.quote('v'));
    const bits = async (entity: string) =>
      (await database.rows(`select id, ${v} from ${entity} order by id`)).map(
        ([id, bytes]) => [Number(id), JSON.stringify(bytes)] as const,
      );
    const found = {
      refused: [] as string[],
      otherwise: {} as Record<string, number>,
      kept: 0,
      made: 0,
      undone: 0,
    };
    for (const [i, which] of zoo.types.entries()) {
      const entity = `type_${i}`;
      const values = withNull(which).map(([, json], id) => ({ id, json }));
      const before = new Map(await bits(entity));
      const inserts = values.map(
        ({ id, json }) => `{"op":"insert","entity":"${entity}","set":{"id":${1000 + id},"v":${json}}}`,
      );
      const trial = await send('/api/database/changes', `{"dry_run":true,"changes":[${inserts}]}`);
      expect(trial.status, JSON.stringify(trial.json)).toBe(200);
      const bad = new Set<number>();
      for (const { pointer, type } of trial.json.refusals) {
        const [, at = '-1'] = /^\/changes\/(\d+)\/set\/v$/.exec(pointer) ?? [];
        expect(type).toBe('urn:joinery:problem:refused-value');
        bad.add(Number(at));
        found.refused.push(`${which.type}: ${values[Number(at)]?.json}`);
      }
      const good = inserts.filter((_, at) => !bad.has(at));
      const made = await send('/api/database/changes', `{"changes":[${good}]}`);
      expect(made.status, JSON.stringify(made.json)).toBe(201);
      const after = new Map(await bits(entity));
      for (const { id } of values) {
        if (bad.has(id)) continue;
        found.made++;
        if (after.get(1000 + id) === before.get(id)) continue;
        found.otherwise[which.type] = (found.otherwise[which.type] ?? 0) + 1;
      }
      expect((await send(`/api/database/changes/${made.json.id}/undo`, '')).status).toBe(201);
      // Into the same cell: whatever it is, it stays.
      const updates = values.map(
        ({ id, json }) =>
          `{"op":"update","entity":"${entity}","key":{"id":${id}},"set":{"v":${json}},"expect":{"v":${json}}}`,
      );
      const same = await send('/api/database/changes', `{"changes":[${updates}]}`);
      expect(same.status, JSON.stringify(same.json)).toBe(201);
      expect(await bits(entity)).toEqual([...before]);
      found.kept += before.size;
      const deletes = values.map(
        ({ id }) => `{"op":"delete","entity":"${entity}","key":{"id":${id}},"expect":{}}`,
      );
      const gone = await send('/api/database/changes', `{"changes":[${deletes}]}`);
      expect(gone.status).toBe(201);
      expect(await bits(entity)).toEqual([]);
      const back = await send(`/api/database/changes/${gone.json.id}/undo`, '');
      expect([which.type, back.status, JSON.stringify(back.json).slice(0, 300)]).toEqual([
        which.type,
        201,
        expect.anything(),
      ]);
      expect(await bits(entity)).toEqual([...before]);
      found.undone += before.size;
    }
    await annotate(
      `${zoo.engine}: ${found.kept} values written back and ${found.undone} brought back, all with the same bytes; ${found.made} written anew`,
      'V1',
    );
    expect(found.refused).toEqual(refused[zoo.engine]);
    expect(found.otherwise).toEqual(otherwise[zoo.engine]);
  });
});
