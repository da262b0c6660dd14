/** A server that refuses everybody: clients learn only that, and the log has the reason. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand, type Service, startService } from '../../http/service.ts';
import { type CuttingProxy, startProxy, targetOf, throughProxy } from '../../support/proxy.ts';
import { startServer, type TestDatabase, type TestServer } from '../../support/servers.ts';

const requests: Readonly<Record<string, (service: Service) => Promise<Response>>> = {
  record: (service) => service.get('/api/database/tables/thing/recs/[1]'),
  list: (service) => service.get('/api/database/tables/thing'),
  query: (service) => service.post('/api/database/uni-grid-request', document),
  export: (service) => service.post('/api/database/uni-grid-request/export', document),
  explain: (service) => service.post('/api/database/uni-grid-request/explain', document),
};
const document = { entities: [{ id: 'thing', attributes: [{ id: 'id' }] }] };

const user = 'canary_reader';
const host = 'canary-host.example';

/** What an answer must not reveal: users, hosts, addresses, databases, error numbers and messages of the server. */
function secretsOf(url: string): RegExp {
  const { port, pathname } = new URL(url);
  return new RegExp(
    `canary|127\\.0\\.0\\.1|localhost:|${port}|${pathname.slice(1)}|ER_|ECONN|errno|denied|MariaDB`,
  );
}

let server: TestServer;
let database: TestDatabase;
let proxy: CuttingProxy;
let url: string;
beforeAll(async () => {
  server = await startServer('mysql');
  database = await server.createDatabase();
  await database.run(`create table thing (id integer primary key); insert into thing values (1);
    create user ${user}@'%' identified by 'canary-password'; grant select, show view on *.* to ${user}@'%';`);
  proxy = await startProxy(targetOf(database.url));
  const reader = new URL(throughProxy(database.url, proxy));
  reader.username = user;
  reader.password = 'canary-password';
  url = reader.href;
});
afterAll(async () => {
  await proxy?.[Symbol.asyncDispose]();
  await server?.remove();
});

const name = () => new URL(url).pathname.slice(1);

interface Refusal {
  readonly what: string;
  /** The message in the log. */
  readonly reason: RegExp;
  begin(): Promise<void>;
  end(): Promise<void>;
}

/** A server that refuses every connection with a given error. */
async function refuseWith(code: number, message: string): Promise<() => Promise<void>> {
  const listener = createServer((socket) => {
    socket.on('error', () => {});
    const body = Buffer.concat([Buffer.from([0xff, code & 0xff, code >> 8]), Buffer.from(message)]);
    const header = Buffer.from([body.length & 0xff, body.length >> 8, 0, 0]);
    socket.end(Buffer.concat([header, body]));
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  proxy.redirect({ host: '127.0.0.1', port: address.port });
  return async () => {
    proxy.redirect(targetOf(database.url));
    listener.close();
  };
}

function refusing(what: string, code: number, message: string, reason: RegExp): Refusal {
  let back = async () => {};
  return {
    what,
    reason,
    begin: async () => {
      back = await refuseWith(code, message);
    },
    end: () => back(),
  };
}

/** Ends the service's sessions, so that it needs new ones. */
const endSessions = () => database.run(`kill user ${user}`);

const refusals: readonly Refusal[] = [
  {
    what: 'another password',
    reason: /refuses this user/,
    begin: async () => {
      await database.run(`set password for ${user}@'%' = password('another')`);
      await endSessions();
    },
    end: () => database.run(`set password for ${user}@'%' = password('canary-password')`),
  },
  {
    what: 'a locked account',
    reason: /locked/,
    begin: async () => {
      await database.run(`alter user ${user}@'%' account lock`);
      await endSessions();
    },
    end: () => database.run(`alter user ${user}@'%' account unlock`),
  },
  {
    what: 'an expired password',
    reason: /password has expired/,
    begin: async () => {
      await database.run(`alter user ${user}@'%' password expire`);
      await endSessions();
    },
    end: () => database.run(`alter user ${user}@'%' identified by 'canary-password'`),
  },
  {
    what: 'no database of that name, for new sessions',
    reason: /no database called/,
    begin: async () => {
      await database.run(`drop database ${name()}`);
      await database.run(`kill user ${user}`).catch(() => {});
      await server.createDatabase('elsewhere').then((other) => other.run(`kill user ${user}`));
    },
    end: restore,
  },
  {
    what: 'no database of that name, for sessions that are open',
    reason: /no database called/,
    begin: () => database.run(`drop database ${name()}`),
    end: restore,
  },
  {
    what: 'no connection to spare for this user',
    reason: /no more connections of this user/,
    begin: async () => {
      await database.run(`alter user ${user}@'%' with max_user_connections -1`);
      await endSessions();
    },
    end: () => database.run(`alter user ${user}@'%' with max_user_connections 0`),
  },
  refusing('no connection to spare', 1040, 'Too many connections', /no connection to spare/),
  refusing(
    'a blocked host',
    1129,
    `Host '${host}' is blocked because of many connection errors`,
    /refuses this machine/,
  ),
  refusing(
    'a host that may not connect',
    1130,
    `Host '${host}' is not allowed to connect`,
    /refuses this machine/,
  ),
  refusing(
    'a demand for encryption',
    3159,
    'Connections using insecure transport are prohibited while --require_secure_transport=ON.',
    /takes encrypted connections only/,
  ),
  {
    what: 'a demand for encryption of this user',
    reason: /refuses this user.*sslmode=require/,
    begin: async () => {
      await database.run(`alter user ${user}@'%' require ssl`);
      await endSessions();
    },
    end: () => database.run(`alter user ${user}@'%' require none`),
  },
  refusing('an error that nobody knows', 4999, `canary trouble of ${host}`, /broke the connection off/),
  {
    what: 'a handshake that is cut off',
    reason: /broke the connection off/,
    begin: async () => {
      proxy.redirect(targetOf(database.url));
      proxy.cutAfter(20);
    },
    end: async () => proxy.cutAfter(null),
  },
  {
    what: 'something else at the address',
    reason: /broke the connection off/,
    begin: async () => {
      const { base } = await webPage();
      proxy.redirect(targetOf(base));
    },
    end: async () => proxy.redirect(targetOf(database.url)),
  },
  {
    what: 'nobody at the address',
    reason: /no server answers|broke the connection off/,
    begin: () => server.kill(),
    end: () => server.start(),
  },
];

async function restore(): Promise<void> {
  await server.createDatabase(name());
  await database.run('create table thing (id integer primary key); insert into thing values (1);');
}

/** Responds, but not in the database's protocol. */
async function webPage(): Promise<{ base: string }> {
  const listener = createServer((socket) => {
    socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n');
  })
    .listen(0, '127.0.0.1')
    .unref();
  await once(listener, 'listening');
  const address = listener.address();
  return { base: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` };
}

describe.each(refusals)('a service whose server has $what', ({ begin, end, reason }) => {
  let service: Service;
  const warnings: string[] = [];
  beforeAll(async () => {
    service = await startService(url, { poolSize: 3, onWarning: (message) => warnings.push(message) });
    for (const request of Object.values(requests)) expect((await request(service)).status).toBe(200);
    await begin();
  });
  afterAll(() => service?.close());

  test.each(Object.keys(requests))('answers 503 to a %s, without the reason', async (what) => {
    const response = await requests[what]?.(service);
    const text = await response?.text();
    expect(response?.status, text).toBe(503);
    expect(response?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(JSON.stringify([...(response?.headers ?? [])]) + text).not.toMatch(secretsOf(url));
  });

  test('logs the reason once', () => {
    expect(warnings).toEqual([expect.stringMatching(reason)]);
    expect(warnings.join()).not.toContain('canary-password');
  });

  test('serves everybody again afterwards', async () => {
    await end();
    for (const request of Object.values(requests)) {
      const response = await request(service);
      expect(response.status, await response.text()).toBe(200);
    }
  });
});

test('a start whose encryption does not fit the server fails with one sentence', async () => {
  const start = (options: string, to = url) => runCommand(['-d', `${to}?${options}`]);
  for (const mode of ['require', 'verify-ca']) {
    const { code, log } = await start(`sslmode=${mode}`);
    expect([code, log]).toEqual([
      1,
      expect.stringMatching(/^joinery: mysql:.* the server has no encryption, and sslmode asks for it\.\n$/),
    ]);
  }
  const back = await refuseWith(3159, 'Connections using insecure transport are prohibited');
  try {
    const { code, log } = await start('sslmode=disable');
    expect([code, log]).toEqual([
      1,
      expect.stringMatching(
        /^joinery: mysql:.* takes encrypted connections only\. Add sslmode=require .*\n$/,
      ),
    ]);
    expect(log).not.toMatch(/canary-password/);
  } finally {
    await back();
  }
});

test('a start with a wrong password says why, and exits with 1', async () => {
  const wrong = new URL(url);
  wrong.password = 'canary-wrong';
  const { code, log } = await runCommand(['-d', wrong.href]);
  expect(code).toBe(1);
  expect(log).toMatch(/^joinery: mysql:\/\/.* cannot be opened: the server refuses this user\. .*\n$/);
  expect(log).not.toContain('canary-wrong');
});
