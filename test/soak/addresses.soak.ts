/** Hostile names in every part of an address: properly refused, without damage. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawGet, type Service, startService } from '../http/service.ts';
import { type GuardedZoo, loadGuardedZoo } from '../query/canary.ts';
import { hostileNames, leak } from '../query/hostile-names.ts';
import { liveEngines as engines } from '../support/servers.ts';

const tables = '/api/database/tables';

/** The positions of a name in an address. */
const places: readonly (readonly [what: string, address: (name: string) => string])[] = [
  ['the entity of a list', (name) => `${tables}/${name}`],
  ['the entity of a record', (name) => `${tables}/${name}/recs/[1]`],
  ['a key', (name) => `${tables}/person/recs/[${name}]`],
  ['a part of a key', (name) => `${tables}/step/recs/[101,${name}]`],
  ['a quoted key', (name) => `${tables}/person/recs/["${name}"]`],
  ['the column that a key is of', (name) => `${tables}/person/recs/[1]?by=${name}`],
  ['a column', (name) => `${tables}/person/recs/[1]/${name}`],
  ['an offset', (name) => `${tables}/person?offset=${name}`],
  ['a limit', (name) => `${tables}/person?limit=${name}`],
  ['a parameter', (name) => `${tables}/person?${name}=1`],
  ['a path', (name) => `/api/database/${name}`],
];

describe.each(engines)('addresses on %s', (engine) => {
  let watched: GuardedZoo;
  let service: Service;
  beforeAll(async () => {
    watched = await loadGuardedZoo(engine);
    service = await startService(watched.database.url);
  });
  afterAll(async () => {
    await service?.close();
    await watched?.database.drop();
  });

  test('with 500 hostile names in every place do no harm', async ({ annotate }) => {
    const wrong: string[] = [];
    for (const [what, address] of places) {
      for (const name of hostileNames) {
        const path = address(encodeURIComponent(name.toWellFormed()));
        const { status, body } = await rawGet(service, path);
        const isFine = status === 200 || (status >= 400 && status < 500 && !leak.test(body.toString()));
        if (!isFine) wrong.push(`${what}: ${path.slice(0, 200)}: ${status} ${body.toString().slice(0, 300)}`);
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    await watched.expectUnharmed();
    await annotate(
      `${engine}: ${hostileNames.length} names × ${places.length} places of addresses, 0 SQL errors, nothing harmed`,
      'A1',
    );
  });
});
