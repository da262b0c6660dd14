/** A service with two users and a store of any engine, and typed helpers for requests to it. */

import { login, openUsers, type Service, startService } from '../http/service.ts';
import { openTestStore, type TestStore } from '../store/stores.ts';
import { createDatabase, type LiveEngine as Engine, type TestDatabase } from '../support/servers.ts';

export const schema = `
CREATE TABLE person (id integer PRIMARY KEY, name varchar(40) NOT NULL, boss integer, born date, FOREIGN KEY (boss) REFERENCES person (id));
INSERT INTO person VALUES (1, 'Ada', NULL, '1815-12-10'), (2, 'Bo', 1, '1990-01-31'), (3, 'Cy', 1, '1990-02-01');
`;

/** All persons with their names. */
export const people = { entities: [{ id: 'person', attributes: [{ id: 'id' }, { id: 'name' }] }] };

/** Persons with one of several ids who were born on a given day. */
export const asked = {
  entities: [{ id: 'person', attributes: [{ id: 'id' }, { id: 'name' }, { id: 'born', selected: false }] }],
  where: {
    cond: {
      with: 'AND',
      entries: [
        { func: { name: 'GTE', args: [{ alias: 'born' }, { param: 'since' }] } },
        { func: { name: 'IN', args: [{ alias: 'id' }, { param: 'some' }] } },
      ],
    },
  },
  order: [{ alias: 'id' }],
  parameters: [
    { name: 'since', type: 'date', required: true },
    { name: 'some', type: 'integer', many: true },
  ],
};

export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, undefined if there is none; untyped, for the tests to check. */
  readonly body: ReturnType<typeof JSON.parse>;
}

type Send = (
  path: string,
  init?: { body?: unknown; headers?: Record<string, string> },
) => Promise<ReceivedAnswer>;

export interface Person {
  readonly get: Send;
  readonly post: Send;
  readonly put: Send;
  readonly delete: Send;
}

export interface SavedTestBed extends AsyncDisposable {
  readonly service: Service;
  readonly data: TestDatabase;
  readonly place: TestStore;
  readonly ada: Person;
  readonly bo: Person;
  /** Without a login. */
  readonly nobody: Person;
  /** Removes bo from the users. */
  dismissBo(): Promise<void>;
}

export interface TestBedOptions {
  readonly store?: Engine;
  readonly data?: Engine;
  /** Whether the service works without logins. */
  readonly open?: boolean;
}

export async function openTestBed({
  store = 'sqlite',
  data = 'sqlite',
  open = false,
}: TestBedOptions = {}): Promise<SavedTestBed> {
  const database = await createDatabase(data);
  await database.run(schema);
  const place = await openTestStore(store);
  const users = await openUsers('ada=lovelace\nbo=derek\n');
  const service = await startService(database.url, {
    store: place.store,
    ...(open ? {} : { access: users.access }),
  });
  const nobody = personAt(service.base, {});
  const enter = async (name: string, password: string) =>
    open ? nobody : personAt(service.base, await login(service.base, name, password));
  return {
    service,
    data: database,
    place,
    nobody,
    ada: await enter('ada', 'lovelace'),
    bo: await enter('bo', 'derek'),
    async dismissBo() {
      const { writeFile } = await import('node:fs/promises');
      await writeFile(users.file, 'ada=lovelace\n');
      while (users.users.secretOf('bo') !== undefined)
        await new Promise((resolve) => setTimeout(resolve, 20));
    },
    [Symbol.asyncDispose]: async () => {
      users.close();
      await service.close();
      await place[Symbol.asyncDispose]();
      await database.drop();
    },
  };
}

export function personAt(base: string, own: Record<string, string>): Person {
  const send =
    (method: string): Send =>
    async (path, { body, headers = {} } = {}) => {
      const response = await fetch(path.startsWith('http') ? path : base + path, {
        method,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        headers: {
          ...own,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      });
      const text = await response.text();
      const isJson =
        /json/.test(response.headers.get('content-type') ?? '') &&
        text !== '' &&
        !/ndjson/.test(response.headers.get('content-type') ?? '');
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson ? JSON.parse(text) : undefined,
      };
    };
  return { get: send('GET'), post: send('POST'), put: send('PUT'), delete: send('DELETE') };
}

/** The precondition header for the version in an answer. */
export function ifMatch({ headers }: Pick<ReceivedAnswer, 'headers'>): { headers: { 'if-match': string } } {
  return { headers: { 'if-match': headers.get('etag') ?? '' } };
}
