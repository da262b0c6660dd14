/** The policy as a file: how it is read, refused, watched, and checked in a pipeline. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { printPolicyCheck } from '../../src/cli/check-policy.ts';
import { writeExact } from '../../src/contract/json.ts';
import { readPolicy } from '../../src/identity/policy-file.ts';
import { login, runCommand, startCommand } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { fewOrAll } from '../support/long-run.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';

/** An explanation of rights; a problem has none of these properties. */
const Explanation = z.object({
  allowed: z.boolean().optional(),
  reason: z.string().optional(),
  users: z.array(z.unknown()).optional(),
});

const Listed = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

let database: TestDatabase;
let folder: string;
let users: string;

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run(`
    CREATE TABLE Customer (Id integer PRIMARY KEY, Name text NOT NULL, Phone text, Rep integer);
    INSERT INTO Customer VALUES (1, 'Alma', '111', 1), (2, 'Bert', '222', 2);
  `);
  folder = await temporaryFolder();
  users = join(folder, 'users.txt');
  await writeFile(users, 'ann=secret\n');
});
afterAll(() => database?.drop());

const yaml = `# Support sees its own customers, without phone numbers.
users:
  ann:
    roles: [support]
    attributes: { rep: 1 }
roles:
  support:
    Customer:
      read:
        columns: ["*", -Phone]
        rows:
          func:
            name: EQ
            args: [{ attr: Rep }, { user: rep }]
`;

/** Each group contains the previous one ten times. */
const aliases = Array.from({ length: 9 }, (_, i) =>
  i === 0
    ? '&g0 { func: { name: IS_NULL, args: [{ attr: Name }] } }'
    : `&g${i} { cond: { with: AND, entries: [${Array.from({ length: 10 }, () => `*g${i - 1}`).join(', ')}] } }`,
).join(', ');

let files = 0;

async function fileOf(text: string, ending = 'yaml'): Promise<string> {
  const file = join(folder, `policy-${++files}.${ending}`);
  await writeFile(file, text);
  return file;
}

/** For these, the start and the command are shown to report what the check reports. */
const startedWith = ['an unknown column'];

describe('a policy that does not fit is refused in one sentence, with the place and the word', () => {
  test.each([
    [
      'an unknown entity',
      yaml.replace('Customer:', 'Custmer:'),
      /at \/roles\/support\/Custmer: there is no entity called "Custmer"\. Did you mean "Customer"\?/,
    ],
    [
      'an unknown column',
      yaml.replace('-Phone', '-Fone'),
      /at \/roles\/support\/Customer\/read\/columns\/1: Customer has no column "Fone"\. Did you mean "Phone"\?/,
    ],
    [
      'an unknown attribute',
      yaml.replace('attr: Rep', 'attr: Repp'),
      /at \/roles\/support\/Customer\/read\/rows\/func\/args\/0\/attr: Customer has no attribute "Repp"\. Did you mean "Rep"\?/,
    ],
    [
      'an unknown function',
      yaml.replace('EQ', 'EQQ'),
      /at \/roles\/support\/Customer\/read\/rows\/func\/name: There is no function "EQQ"\. Did you mean "EQ"\?/,
    ],
    [
      'a right that is false',
      'roles: { support: { Customer: { read: false } } }',
      /at \/roles\/support\/Customer\/read: Expected true, or an object that says what it is limited to \(leave it out to grant nothing\), not false\./,
    ],
    ...(
      [
        ['a user', '{"users": {"__proto__": {"roles": []}}}', '/users/__proto__'],
        [
          'an attribute',
          '{"users": {"a": {"attributes": {"__proto__": 1}}}}',
          '/users/a/attributes/__proto__',
        ],
        ['a role', '{"roles": {"__proto__": {"Customer": {"reed": true}}}}', '/roles/__proto__'],
        ['an entity', '{"roles": {"a": {"__proto__": {"reed": true}}}}', '/roles/a/__proto__'],
      ] as const
    ).map(([what, text, at]): [string, string, RegExp] => [
      `${what} with a name that is special in JavaScript`,
      text,
      new RegExp(`at ${at}: Expected another name, since programs take this one for something else`),
    ]),
    [
      'a duplicate user name in another Unicode form',
      '{"users": {"Zo\u00eb": {"roles": ["admin"]}, "Zoe\u0308": {"roles": []}}}',
      /at \/users\/Zo.+: the user "Zo.+" stands there twice/,
    ],
    [
      'an unknown role',
      yaml.replace('[support]', '[suport]'),
      /at \/users\/ann\/roles\/0: there is no role called "suport"\. Did you mean "support"\?/,
    ],
    [
      'an unknown right',
      yaml.replace('read:', 'raed:'),
      /at \/roles\/support\/Customer\/raed: There is no field "raed" in the rights on an entity\. Did you mean "read"\?/,
    ],
    [
      'false in place of a right',
      yaml.replace(/read:[\s\S]*/, 'read: false\n'),
      /at \/roles\/support\/Customer\/read: /,
    ],
    [
      'a list of columns that begins with an exclusion',
      yaml.replace('["*", -Phone]', '[-Phone]'),
      /at \/roles\/support\/Customer\/read\/columns\/0: a list that begins with "-Phone"/,
    ],
    [
      'an empty condition',
      yaml.replace(/rows:[\s\S]*/, 'rows: {}\n'),
      /at \/roles\/support\/Customer\/read\/rows: This is no condition/,
    ],
    ['invalid YAML', 'users: [', /is neither JSON nor YAML: .+ at line 1, column \d+\./],
    ['invalid JSON', '{"users": ', /is neither JSON nor YAML: /],
    [
      'a circular alias',
      'roles: { support: &own { Customer: { read: *own } } }',
      /at \/roles\/support\/Customer\/read: This alias leads to what it stands in\./,
    ],
    [
      'a name that is not a text',
      'roles: { ? [a, b] : { Customer: { read: true } } }',
      /is neither JSON nor YAML: a name is a text, and neither a list, an object nor an alias\./,
    ],
    [
      'a duplicate name, once in quotes',
      'users:\n  7: { roles: [admin] }\n  "7": { roles: [] }\n',
      /is neither JSON nor YAML: the name "7" stands there twice at line 3, column 3\./,
    ],
    [
      'a merge key',
      'roles:\n  base: &base { Customer: { read: true } }\n  a: { <<: *base }\n',
      /is neither JSON nor YAML: YAML 1\.2 has no merge key <<: write out what it stands for at line 3, column 8\./,
    ],
    [
      'the entity * without quotes',
      'roles:\n  a:\n    *: { read: true }\n',
      /is neither JSON nor YAML: .+ at line 3, column \d+; an entity \* stands in quotes: "\*"\./,
    ],
    [
      'several documents',
      'roles: {}\n---\nroles: {}\n',
      /is neither JSON nor YAML: it has several documents, and a policy is one of them\./,
    ],
    [
      'the number .nan',
      'users: { ann: { attributes: { rep: .nan } } }',
      /at \/users\/ann\/attributes\/rep: Expected a number that has digits\./,
    ],
    [
      'aliases that expand to too many values',
      `roles:\n  a:\n    Customer:\n      read:\n        rows: { cond: { with: AND, entries: [${aliases}] } }\n`,
      /at \/roles\/a\/Customer\/.+: Aliases add more than 1,000,000 values to the policy\./,
    ],
    [
      'a row condition on inserts',
      yaml.replace('read:', 'insert:'),
      /at \/roles\/support\/Customer\/insert\/rows: There is no field "rows" in a right to insert/,
    ],
  ])('%s', async (name, text, sentence) => {
    const file = await fileOf(text);
    const refused = await printPolicyCheck(file, database.url).catch((error: unknown) => error);
    expect(refused).toMatchObject({ exitCode: 1, message: expect.stringMatching(sentence) });
    expect(String(refused).split('\n')).toHaveLength(1);
    if (!fewOrAll(startedWith, [name]).includes(name)) return;
    const checked = await runCommand(['policy', 'check', file, '--database', database.url]);
    expect(checked).toMatchObject({ code: 1, output: '' });
    expect(checked.log).toMatch(sentence);
    expect(checked.log.trim().split('\n')).toHaveLength(1);
    const started = await runCommand(['-d', database.url, '-u', users, '--policy', file, '--port', '0']);
    expect(started).toMatchObject({ code: 1, output: '' });
    expect(started.log).toMatch(sentence);
  });
});

describe('a file that is no policy is refused without a word of it, since it may hold passwords:', () => {
  test.each([
    ['a users file', 'ann=canary\nbob=canary two\n'],
    ['one with a colon in a password', '# users\r\n\r\nann=canary: a\r\nbob=x\r\n'],
    ['one whose names are YAML for something else', '\uFEFF*canary=a\n!canary=b\n'],
    ['one with names and hashes as of other programs', 'ann:canary\nbob:canary\n'],
    ['one with a name that begins like a list', '- canary=a\n'],
  ])('%s', async (_what, text) => {
    const file = await fileOf(text);
    const refused = await readPolicy(file).catch(String);
    expect(refused).toMatch(/^PolicyFileError: The policy .+ is (?:wrong: |neither JSON nor YAML: )/);
    expect(refused).not.toContain('canary');
  });

  test.each(['canary', 'canary: a', '"canary', '7654321', '[canary]'])(
    'a policy whose users have passwords like %s',
    async (password) => {
      const file = await fileOf(`users:\n  ann: ${password}\n`);
      const refused = await readPolicy(file).catch(String);
      expect(refused).toMatch(
        /PolicyFileError: The policy .+ is (?:wrong at \/users\/ann: |neither JSON nor YAML: )/,
      );
      expect(refused).not.toMatch(/canary|7654321/);
    },
  );

  test('each in place of the other', async () => {
    const started = await runCommand(['-d', database.url, '-u', users, '--policy', users, '--port', '0']);
    expect(started).toMatchObject({ code: 1, output: '' });
    expect(started.log).toContain(`The policy ${users} is wrong: Expected an object, not a text.`);
    expect(started.log).not.toContain('secret');
    const file = await fileOf(yaml.replace('users:', 'canary: # a=b\nusers:'));
    const swapped = await runCommand(['-d', database.url, '-u', file, '--port', '0']);
    expect(swapped).toMatchObject({ code: 1, output: '' });
    expect(swapped.log).not.toContain('canary');
  });
});

test('policy check warns of an attribute that no user has', async () => {
  const file = await fileOf(yaml.replace('{ user: rep }', '{ user: rpe }'));
  const { code, output, log } = await runCommand(['policy', 'check', file, '-d', database.url]);
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('fits the database') });
  expect(log).toMatch(
    /^joinery: warning: no user of the policy has the attribute "rpe" .+ Did you mean "rep"\?\n$/,
  );
});

test('policy check refuses an attribute that does not fit its column, but the service starts with it', async () => {
  const file = await fileOf(yaml.replace('{ rep: 1 }', '{ rep: one }'));
  const checked = await runCommand(['policy', 'check', file, '-d', database.url]);
  expect(checked).toMatchObject({ code: 1, output: '' });
  expect(checked.log).toMatch(
    /at \/users\/ann\/attributes\/rep: "one" is not a value of Rep, .+ The role support would grant nothing on Customer\./,
  );
  await using _started = await startCommand(['-d', database.url, '-u', users, '--policy', file]);
});

test('YAML numbers keep all their digits, in every notation', async () => {
  const numbers =
    '9007199254740993, 12345678901234567.89, .5, -007.250, 1e3, 5., +1.5, 0.1234567890123456789, 0x1F, 1.5E-7, 0.0';
  const { document } = await readPolicy(await fileOf(`users: { ann: { attributes: { n: [${numbers}] } } }`));
  expect(writeExact(document)).toBe(
    '{"users":{"ann":{"attributes":{"n":[9007199254740993,12345678901234567.89,0.5,-7.25,1000,5,1.5,0.1234567890123456789,31,1.5e-7,0]}}}}',
  );
});

test('YAML names are taken literally, even if they look like numbers or booleans', async () => {
  const names = ['007', '1e3', '0x1F', '1.50', 'True', 'no', '~', '2024-01-01', '-0'];
  const users = names.map((name) => `  ${name}: { roles: [] }\n`).join('');
  const { document } = await readPolicy(await fileOf(`users:\n${users}`));
  expect(Object.keys(document.users ?? {}).toSorted()).toEqual(names.toSorted());
});

test('a YAML policy may begin with a brace', async () => {
  const { document } = await readPolicy(await fileOf('{roles: {all: {"*": {read: true}}}}'));
  expect(document).toEqual({ roles: { all: { '*': { read: true } } } });
});

test('a grant can be reused by as many aliases as there are roles', async () => {
  const many = Array.from({ length: 1_200 }, (_, i) => `  r${i}: { Customer: *own }\n`).join('');
  const { document } = await readPolicy(
    await fileOf(`roles:\n  base: { Customer: &own { read: { columns: ["*", -Phone] } } }\n${many}`),
  );
  expect(Object.keys(document.roles ?? {})).toHaveLength(1_201);
  expect(document.roles?.r1199).toEqual({ Customer: { read: { columns: ['*', '-Phone'] } } });
});

test('numbers in user attributes are shown with all their digits', async () => {
  const long = '12345678901234567890';
  const text = `{"users": {"ann": {"roles": ["admin"], "attributes": {"rep": ${long}, "some": [${long}, 0.5]}}}}`;
  const policy = await fileOf(text, 'json');
  await using running = await startCommand(['-d', database.url, '-u', users, '--policy', policy]);
  const headers = await login(running.base, 'ann', 'secret');
  for (const path of ['/api/me', '/api/access/users']) {
    const told = await (await fetch(running.base + path, { headers })).text();
    expect(told).toContain(`"attributes":{"rep":${long},"some":[${long},0.5]}`);
  }
});

test('policy check accepts a policy that fits, as YAML and as JSON', async () => {
  const document = { users: { ann: { roles: ['all'] } }, roles: { all: { '*': { read: true } } } };
  for (const file of [await fileOf(yaml), await fileOf(JSON.stringify(document), 'json')]) {
    expect(await runCommand(['policy', 'check', file, '-d', database.url])).toEqual({
      code: 0,
      output: `The policy ${file} fits the database. Roles: 1, users: 1.\n`,
      log: '',
    });
  }
});

test('policy check works on a plain file that is given by its path', async () => {
  const sales = join(folder, 'sales.csv');
  await writeFile(sales, 'id,total\n1,2.50\n');
  const roles = (column: string) =>
    JSON.stringify({ roles: { all: { sales: { read: { columns: ['id', column] } } } } });
  const check = async (column: string) =>
    runCommand(['policy', 'check', await fileOf(roles(column), 'json'), '-d', sales]);
  expect(await check('total')).toMatchObject({ code: 0, log: '' });
  const refused = await check('totals');
  expect(refused.code).toBe(1);
  expect(refused.log).toContain('total');
});

test('a policy requires users, and an existing file', async () => {
  const { code, log } = await runCommand(['-d', database.url, '--policy', await fileOf(yaml)]);
  expect(code).toBe(2);
  expect(log).toContain('add --users');
  const { code: missing, log: told } = await runCommand([
    '-d',
    database.url,
    '-u',
    users,
    '--policy',
    'nowhere.yaml',
  ]);
  expect(missing).toBe(1);
  expect(told).toContain('nowhere.yaml does not exist');
});

test.each([[[]], [['--workers', '2']]])(
  'a valid edit applies to open sessions, and an invalid one is reported and ignored (%j)',
  async (more) => {
    const file = await fileOf(yaml);
    await using command = await startCommand([
      '-d',
      database.url,
      '-u',
      users,
      '--policy',
      file,
      '--state',
      'none',
      ...more,
    ]);
    const headers = await login(command.base, 'ann', 'secret');
    const record = () => fetch(`${command.base}/api/database/tables/Customer/recs/[1]`, { headers });
    const list = async () => {
      const response = await fetch(`${command.base}/api/database/tables/Customer`, { headers });
      const { data } = Listed.parse(await response.json());
      return data.map((row) => [row.Name, row.Phone]);
    };
    /** Every process has the change when several consecutive answers show it. */
    const until = async (expected: unknown) => {
      let right = 0;
      await expect
        .poll(
          async () => {
            const seen = JSON.stringify(await list());
            right = seen === JSON.stringify(expected) ? right + 1 : 0;
            return right >= 6;
          },
          { timeout: 20_000, interval: 50 },
        )
        .toBe(true);
    };
    expect(await list()).toEqual([['Alma', undefined]]);
    // The fast path for records applies the policy as well.
    expect(await (await record()).json()).not.toHaveProperty('Phone');
    expect((await fetch(`${command.base}/api/database/tables/Customer/recs/[2]`, { headers })).status).toBe(
      404,
    );
    await writeFile(file, yaml.replace('rep: 1', 'rep: 2'));
    await until([['Bert', undefined]]);
    await writeFile(file, yaml.replace('Customer:', 'Custmer:'));
    await expect.poll(() => command.log(), { timeout: 20_000 }).toContain('Did you mean');
    expect(command.log()).toContain('the policy stays as it was');
    await until([['Bert', undefined]]);
    await writeFile(file, yaml.replace('["*", -Phone]', '["*"]'));
    await until([['Alma', '111']]);
  },
);

test('a column that is recreated while the service is down stays denied until the policy changes', async () => {
  const own = await createDatabase('sqlite');
  await own.run(
    "CREATE TABLE Customer (Id integer PRIMARY KEY, Name text, Phone text); INSERT INTO Customer VALUES (1, 'Alma', '111')",
  );
  const text = 'users: { ann: { roles: [all, admin] } }\nroles: { all: { "*": { read: true } } }\n';
  const file = await fileOf(text);
  const state = `sqlite:///${join(folder, 'sightings.sqlite')}`;
  /** The customer's phone as a new process shows it, at first and after each of the changes. */
  const phones = async (...changes: string[]) => {
    await using command = await startCommand([
      '-d',
      own.url,
      '-u',
      users,
      '--policy',
      file,
      '--state',
      state,
    ]);
    const headers = await login(command.base, 'ann', 'secret');
    const tell = async (path: string) =>
      (await fetch(`${command.base}/api/access/${path}`, { headers })).json();
    // Rights that are computed only for an explanation do not count as confirming a column.
    await tell('why?entity=Customer');
    const seen: unknown[] = [];
    for (const change of ['', ...changes]) {
      if (change !== '') {
        await own.run(change);
        await fetch(`${command.base}/api/database/refresh`, { method: 'POST', headers });
      }
      const response = await fetch(`${command.base}/api/database/tables/Customer`, { headers });
      seen.push(Listed.parse(await response.json()).data[0]?.Phone);
    }
    const restored = await fetch(`${command.base}/api/policy/versions/1/restore`, {
      method: 'POST',
      headers: { ...headers, 'if-match': '*' },
    });
    expect(restored.status).toBe(403);
    const told = Explanation.parse(await tell('why?entity=Customer&column=Phone'));
    const { users: who = [] } = Explanation.parse(await tell('who?entity=Customer&column=Phone'));
    const isSeen = seen.at(-1) !== undefined;
    expect([told.allowed === true, who.length > 0]).toEqual([isSeen, isSeen]);
    return [...seen, told.reason];
  };
  const add = "ALTER TABLE Customer ADD COLUMN Phone text DEFAULT 'new'";
  const granted = 'The role all grants it.';
  const denied =
    'Phone vanished from the database and came back, or is new while a column is away that the policy keeps back: whoever is granted it sees it once the policy is saved again.';
  expect(await phones()).toEqual(['111', granted]);
  await own.run('ALTER TABLE Customer DROP COLUMN Phone');
  // The policy does not name the column: only the previous process knew that it existed.
  expect(await phones(add)).toEqual([undefined, undefined, denied]);
  expect(await phones()).toEqual([undefined, denied]);
  await writeFile(file, `${text}# Phone is meant to be seen.\n`);
  expect(await phones()).toEqual(['new', granted]);
  await own.drop();
});
