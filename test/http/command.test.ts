import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { login, runCommand, spawnCommand, startCommand } from './service.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
  folder = await temporaryFolder();
  await writeFile(join(folder, 'users.txt'), 'ada=lovelace\n');
  await writeFile(join(folder, 'broken.txt'), 'ada=1\nnonsense\n');
  await writeFile(join(folder, 'nobody.txt'), '# nobody\n');
  await writeFile(
    join(folder, 'text.db'),
    'this is no database, but it is long enough to be looked at'.repeat(20),
  );
});
afterAll(() => database.drop());

describe('--help and --version', () => {
  test('end without an error if their output is not read', async () => {
    const { child, log, exit } = spawnCommand(['--help'], {});
    child.stdout.destroy();
    expect(await exit).toBe(0);
    expect(log()).toBe('');
  });

  test('list every parameter, the environment variables and a URL for each engine', async () => {
    const { code, output } = await runCommand(['--help']);
    expect(code).toBe(0);
    for (const name of [
      'database',
      'users',
      'host',
      'port',
      'base-url',
      'allowed-host',
      'no-auth',
      'read-only',
    ]) {
      expect(output).toContain(`--${name}`);
    }
    for (const variable of ['JOINERY_DATABASE', 'JOINERY_BASE_URL']) expect(output).toContain(variable);
    for (const name of [
      'session-idle',
      'session-lifetime',
      'statement-timeout',
      'pool-size',
      'log-level',
      'open',
    ]) {
      expect(output).toContain(`--${name}`);
    }
    for (const url of ['sqlite:///', 'postgresql://', 'mysql://', 'mariadb://'])
      expect(output).toContain(url);
    expect(output).toContain('hash-password');
  });

  test('print the version', async () => {
    expect(await runCommand(['--version'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });
});

describe('a start that fails', () => {
  const cases: [string, () => string[], number, RegExp][] = [
    ['an unknown parameter', () => ['--prot', '1'], 2, /unknown option '--prot'.*--port/],
    ['an unknown engine', () => ['-d', 'oracle9://x/y'], 2, /"oracle9".*sqlite.*postgresql.*mysql/],
    ['an unknown option of the database', () => ['-d', 'sqlite:///x.db?colour=1'], 2, /"colour".*mode/],
    ['an option of a wrong kind', () => ['-d', 'sqlite:///x.db?timeout=soon'], 2, /number of seconds/],
    ['strangers without users', () => ['--host', '0.0.0.0', '-d', database.url], 2, /--users.*--no-auth/],
    [
      'a missing database file',
      () => ['-d', `sqlite:///${folder}/none.db`],
      1,
      /none\.db.*does not exist\. Check/,
    ],
    ['a folder', () => ['-d', `sqlite:///${folder}`], 1, /is a folder\. Name a file/],
    [
      'a file that is no database',
      () => ['-d', `sqlite:///${folder}/text.db`],
      1,
      /text\.db cannot be opened/,
    ],
    ['an unreachable server', () => ['-d', 'postgresql://a:b@127.0.0.1:1/c'], 1, /127\.0\.0\.1/],
    [
      'a missing users file',
      () => ['-d', database.url, '-u', join(folder, 'none.txt')],
      1,
      /none\.txt does not exist: make it/,
    ],
    [
      'a broken users file',
      () => ['-d', database.url, '-u', join(folder, 'broken.txt')],
      1,
      /broken\.txt, line 2/,
    ],
    [
      'a users file of nobody',
      () => ['-d', database.url, '-u', join(folder, 'nobody.txt')],
      1,
      /names no user/,
    ],
    ['an address of another machine', () => ['-d', database.url, '-n', '--host', '192.0.2.1'], 1, /--host/],
  ];

  test.each(cases)('%s is reported in one sentence', async (_what, args, code, sentence) => {
    const answer = await runCommand(args());
    expect(answer.log).toMatch(sentence);
    expect(answer.log).toMatch(/^joinery: .*\n$/);
    expect(answer.log).not.toMatch(/\n\s+at /);
    expect(answer.code).toBe(code);
    expect(answer.output).toBe('');
  });

  test('a port in use is reported with a hint to --port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const answer = await runCommand(['-d', database.url, '--port', port]);
    other.close();
    expect(answer).toMatchObject({
      code: 1,
      log: expect.stringMatching(/^joinery: Port \d+ is in use.*--port/),
    });
  });
});

describe('parameters', () => {
  test('come from the environment, and the command line takes precedence', async () => {
    await using service = await startCommand(['--base-url', 'http://localhost:1234'], {
      JOINERY_DATABASE: database.url,
      JOINERY_BASE_URL: 'http://localhost:9999',
      JOINERY_LOG_LEVEL: 'silent',
      JOINERY_PORT: 'nonsense that the command line overrides',
      JOINERY_OPEN: 'false',
      JOINERY_USERS: '',
    });
    expect(service.announced).toBe('http://localhost:1234');
    expect(service.log()).toBe('');
  });

  test('with invalid values are reported with their environment variable', async () => {
    const answer = await runCommand([], { JOINERY_PORT: 'x' });
    expect(answer).toMatchObject({ code: 2, log: expect.stringContaining('JOINERY_PORT') });
  });

  test('for users make the service require a login', async () => {
    await using service = await startCommand([
      ...['-d', database.url, '-u', join(folder, 'users.txt')],
      ...['--session-idle', '1h', '--session-lifetime', '90s'],
    ]);
    expect((await fetch(`${service.base}/api/database`)).status).toBe(401);
    const headers = await login(service.base, 'ada', 'lovelace');
    expect((await fetch(`${service.base}/api/database`, { headers })).status).toBe(200);
  });

  // Other systems have only one loopback address by default.
  test.runIf(process.platform === 'linux')(
    'for another loopback address make the service announce it',
    async () => {
      await using service = await startCommand(['-d', database.url, '--host', '127.0.0.2']);
      expect(service.announced).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
      expect((await fetch(`${service.base}/api`)).status).toBe(200);
    },
  );

  test('for all interfaces are accepted with --no-auth', async () => {
    await using service = await startCommand(['-d', database.url, '--host', '0.0.0.0', '--no-auth']);
    expect(service.announced).toMatch(/^http:\/\/localhost:\d+$/);
    expect((await fetch(`${service.base}/api/database`)).status).toBe(200);
  });
});

describe('hash-password', () => {
  test('prints a hash that works in a users file', async () => {
    const { code, output } = await runCommand(['hash-password'], {}, 'lovelace\n');
    expect(code).toBe(0);
    const file = join(folder, 'hashed.txt');
    await writeFile(file, `ada=${output}`);
    await using service = await startCommand(['-d', database.url, '-u', file]);
    await login(service.base, 'ada', 'lovelace');
    await expect(login(service.base, 'ada', output.trim())).rejects.toThrow('401');
  });

  test('refuses an empty password', async () => {
    expect(await runCommand(['hash-password'], {}, '\n')).toMatchObject({ code: 1, output: '' });
  });
});
