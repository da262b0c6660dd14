/**
 * The last approved SQL of each kind of statement, on each engine. `npm run golden` accepts the current SQL: its
 * changes in test/query/golden/ are to be reviewed. Each statement is also executed, so that no engine gets SQL it does
 * not understand.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OpenDatabase } from '../../src/app/database.ts';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import type { BoundSql, Statement } from '../../src/query/dialect/statement.ts';
import { anybody } from '../support/asker.ts';
import { createDatabase, engines, type TestDatabase } from '../support/servers.ts';
import { cases } from './golden/cases.ts';
import { layout } from './golden/layout.ts';
import { shop } from './golden/schema.ts';

describe.each(engines)('SQL of %s', (engine) => {
  let database: TestDatabase;
  let open: OpenDatabase;
  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run(shop(engine));
    open = await OpenDatabase.open(parseDatabaseUrl(database.url), {
      poolSize: 2,
      statementTimeoutMs: 30_000,
      poolWaitMs: 10_000,
      onWarning: () => {},
    });
  });
  afterAll(async () => {
    await open?.close();
    await database?.drop();
  });

  test.each(cases.map((one) => [one.name, one] as const))(
    'for %s matches the approved file and runs',
    async (name, { statements }) => {
      const parts: string[] = [];
      await open.use(anybody(), async (snapshot) => {
        for (const [what, statement] of Object.entries(statements(snapshot))) {
          parts.push(`-- ${what}\n${statement === null ? '-- no statement' : text(statement)}\n`);
          if (statement !== null) for await (const _ of await snapshot.connection.stream(statement, '\n'));
        }
      });
      await expect(parts.join('\n')).toMatchFileSnapshot(
        join(import.meta.dirname, 'golden', engine, `${name}.sql`),
      );
    },
  );
});

function text({ entities, hints, ...whole }: Statement): string {
  const { slices, ranges, lines, keyed, usual, parts: inParts } = hints ?? {};
  const parts = [
    bound(whole),
    `-- reads ${entities.join(', ')}`,
    ...(lines === undefined ? [] : [`-- as lines: ${shown(lines)}`]),
    ...(inParts === undefined ? [] : [`-- in parts: ${shown(inParts)}`]),
    ...(usual === undefined ? [] : [`-- for usual values\n${bound(usual)}`]),
    ...(keyed === undefined ? [] : [`-- by key: ${shown(keyed.values)}`]),
  ];
  if (ranges !== undefined) {
    const { texts, values, ...rest } = ranges;
    parts.push(`-- in ranges: ${shown(rest)}`, bound(texts), `-- values\n${bound(values)}`);
  }
  if (slices !== undefined) {
    const { first, later, key, limit, offset } = slices;
    parts.push(`-- in slices by ${key.join(', ')}, limit ${limit}, offset ${offset}`);
    for (const [name, part] of Object.entries({ first, later })) {
      const texts = whole.sql.startsWith(part.texts.sql) ? '-- as above' : bound(part.texts);
      parts.push(`-- ${name}, ${part.isFiltered ? 'filtered' : 'all rows'}: texts\n${texts}`);
      parts.push(`-- ${name}: keys\n${bound(part.keys)}`);
      if (part.unquoted !== undefined) parts.push(`-- ${name}: without quotes\n${bound(part.unquoted)}`);
    }
  }
  return parts.join('\n');
}

function bound({ sql, parameters }: BoundSql): string {
  return parameters.length === 0
    ? layout(sql)
    : `${layout(sql)}\n-- with ${parameters.map(shown).join(', ')}`;
}

function shown(value: unknown): string {
  if (Buffer.isBuffer(value)) return `bytes ${value.toString('base64')}`;
  return typeof value === 'bigint'
    ? `${value}`
    : JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}` : inner));
}
