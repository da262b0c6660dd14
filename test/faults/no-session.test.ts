/** A PostgreSQL server that gives no session, for whatever reason: the same neutral 503 to everybody, the reason in the log. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningCommand, runCommand, startCommand } from '../http/service.ts';
import { fewOrAll } from '../support/long-run.ts';
import {
  askForPassword,
  asksForEncryption,
  type Behaviour,
  type RoguePostgres,
  refusal,
  startRogue,
} from '../support/rogue-postgres.ts';
import { startServer, type LiveDatabase as TestDatabase, type TestServer } from '../support/servers.ts';

const role = 'canary_role';
const secret = 'canary_secret';
const path = '/api/database/uni-grid-request';
const query = { entities: [{ id: 'thing', attributes: [{ id: 'id' }, { id: 'word' }] }] };

const asks: Readonly<Record<string, (base: string) => Promise<Response>>> = {
  'a record': (base) => fetch(`${base}/api/database/tables/thing/recs/[1]`),
  'a list': (base) => fetch(`${base}/api/database/tables/thing`),
  'a query': (base) => post(base, path, query),
  'a long query': (base) => post(base, path, { ...query, limit: 100_000 }),
  'a file': (base) => post(base, `${path}/export?format=csv`, query),
  'an explanation': (base) => post(base, `${path}/explain`, query),
};

function post(base: string, to: string, body: unknown): Promise<Response> {
  return fetch(base + to, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const neutral = {
  type: 'urn:joinery:problem:database-unavailable',
  title: 'The database cannot be reached',
  status: 503,
  detail: 'The database cannot be reached at the moment.',
  code: 503,
  error: 'The database cannot be reached at the moment.',
};

async function areRefused(base: string): Promise<void> {
  for (const [name, ask] of Object.entries(asks)) {
    const response = await ask(base);
    expect([name, response.status, await response.json()]).toEqual([name, 503, neutral]);
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    const headers = JSON.stringify([...response.headers]);
    expect(headers).not.toMatch(/canary/);
  }
}

async function areAnswered(base: string): Promise<void> {
  for (const [name, ask] of Object.entries(asks)) {
    const response = await ask(base);
    await response.arrayBuffer();
    expect([name, response.status]).toEqual([name, 200]);
  }
}

let server: TestServer;
let database: TestDatabase;
let url: URL;
beforeAll(async () => {
  server = await startServer('postgres');
  database = await server.createDatabase('canary_database');
  await database.run(`create table thing (id integer primary key, word text);
    insert into thing values (1, 'one');
    create role ${role} login password '${secret}';
    grant select on thing to ${role};`);
  url = new URL(database.url);
  url.username = role;
  url.password = secret;
});
afterAll(() => server?.remove());

describe('a session that the server does not give', () => {
  let administration: TestDatabase;
  let service: RunningCommand;
  beforeAll(async () => {
    administration = await server.createDatabase();
    service = await startCommand(['-d', url.href, '--pool-size', '3']);
  });
  afterAll(async () => {
    await service?.stop();
    await administration?.drop();
  });
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname like 'canary%';`;

  /** What is done to the server, how it is undone, and what the log says about it. */
  const cases: Readonly<Record<string, readonly [does: string, undoes: string, log: RegExp]>> = {
    'since its role may not log in': [
      `alter role ${role} nologin`,
      `alter role ${role} login`,
      /role \\"canary_role\\" is not permitted to log in/,
    ],
    'since its password was changed': [
      `alter role ${role} password 'another'`,
      `alter role ${role} password '${secret}'`,
      /password authentication failed for user \\"canary_role\\"/,
    ],
    'since its password has expired': [
      `alter role ${role} valid until '2001-01-01'`,
      `alter role ${role} valid until 'infinity'`,
      /password authentication failed/,
    ],
    'since its role has no connection left': [
      `alter role ${role} connection limit 0`,
      `alter role ${role} connection limit -1`,
      /too many connections for role \\"canary_role\\"/,
    ],
    'since the role may not connect': [
      `revoke connect on database canary_database from public`,
      `grant connect on database canary_database to public`,
      /permission denied for database \\"canary_database\\"/,
    ],
    'since the database is closed': [
      `alter database canary_database allow_connections false`,
      `alter database canary_database allow_connections true`,
      /\\"canary_database\\" is not currently accepting connections/,
    ],
    'since the database has another name': [
      `alter database canary_database with connection limit 0; commit; ${end} commit; select pg_sleep(0.3);
        alter database canary_database rename to canary_renamed`,
      `alter database canary_renamed rename to canary_database; alter database canary_database with connection limit -1`,
      /database \\"canary_database\\" does not exist/,
    ],
    'since the role has another name': [
      `alter role ${role} rename to canary_other`,
      `alter role canary_other rename to ${role}; alter role ${role} password '${secret}'`,
      /password authentication failed for user \\"canary_role\\"/,
    ],
  };

  test.each(Object.entries(cases))('%s', { timeout: 60_000 }, async (_, [does, undoes, log]) => {
    await areAnswered(service.base);
    const from = service.log().length;
    try {
      await administration.run(`${does};`);
      await administration.run(end);
      await areRefused(service.base);
    } finally {
      await administration.run(`${undoes};`);
    }
    await areAnswered(service.base);
    expect(service.log().slice(from)).toMatch(log);
    expect(service.log()).not.toContain(secret);
  });
});

describe('a session that ends before it began', () => {
  let rogue: RoguePostgres;
  let service: RunningCommand;
  beforeAll(async () => {
    rogue = await startRogue({ host: url.hostname, port: Number(url.port) });
    service = await startCommand(['-d', through(url, '')]);
  });
  afterAll(async () => {
    await service?.stop();
    await rogue?.[Symbol.asyncDispose]();
  });
  const through = (to: URL, search: string) =>
    Object.assign(new URL(to), { port: String(rogue.port), search }).href;

  /** Without encryption, and then as it says. */
  const plainly =
    (then: (client: import('node:net').Socket) => void): Behaviour =>
    (client, bytes) => {
      if (asksForEncryption(bytes)) client.write('N');
      else then(client);
    };
  const refuses = (code: string) =>
    plainly((client) => client.end(refusal(code, `about canary_role and canary_database`)));

  /** Every class of the engine's codes that could turn up here, and some that could not. */
  const codes = [
    '08000',
    '08004',
    '08006',
    '08P01',
    '0A000',
    '22023',
    '25006',
    '26000',
    '28000',
    '28P01',
    '3D000',
    '3F000',
    '40001',
    '42501',
    '42704',
    '42P01',
    '53000',
    '53100',
    '53200',
    '53300',
    '53400',
    '54000',
    '55000',
    '55006',
    '57000',
    '57014',
    '57P01',
    '57P02',
    '57P03',
    '57P04',
    '57P05',
    '58000',
    'F0000',
    'P0001',
    'XX000',
    'ZZZZZ',
  ];
  /** Those that mean something to somebody who asks, or nothing to anybody. */
  const telling = ['08006', '25006', '28000', '28P01', '3D000', '40001', '42501', '53300', '57014', '57P03'];
  const differing = [...telling, 'XX000', 'ZZZZZ'];
  const behaviours: Readonly<Record<string, Behaviour>> = {
    'by closing at once': (client) => client.end(),
    'by a reset': (client) => client.resetAndDestroy(),
    'by closing after the wish for a password': plainly((client) => client.end(askForPassword)),
    'by what is no message': plainly((client) => client.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    'by a promise of encryption that is not kept': (client, bytes) => {
      if (asksForEncryption(bytes)) client.write('S');
      else client.end('this is no handshake');
    },
    ...Object.fromEntries(fewOrAll(differing, codes).map((code) => [`by ${code}`, refuses(code)])),
  };

  test.each(Object.entries(behaviours))('%s', { timeout: 30_000 }, async (_, behaviour) => {
    rogue.turn(behaviour);
    await areRefused(service.base);
    rogue.turn(null);
    await areAnswered(service.base);
  });

  test('is one clear sentence at the start', { timeout: 60_000 }, async () => {
    const some = Object.entries(behaviours).filter(
      ([name]) => !/^by (?!28000|3D000|53300|57P03|XX000)\w{5}$/.test(name),
    );
    expect(some).toHaveLength(10);
    const unlike = /^by (closing at once|what is no message|a promise .*|28000)$/;
    const few = some.filter(([name]) => unlike.test(name));
    expect(few).toHaveLength(4);
    for (const [, behaviour] of fewOrAll(few, some)) {
      rogue.turn(behaviour);
      const { code, log, output } = await runCommand(['-d', through(url, ''), '--port', '0']);
      expect(code).toBe(1);
      expect(output).toBe('');
      expect(log.trimEnd().split('\n')).toEqual([
        expect.stringMatching(/PostgreSQL at .* cannot be reached: .+[.?]$/),
      ]);
      expect(log).not.toContain(secret);
    }
    rogue.turn(null);
  });
});
