/**
 * Changes by users who cannot see some rows, columns and tables: two databases that differ only in those give the same
 * answers, for dry runs of every kind, imports, and changes that are applied and undone. Two things cannot be hidden:
 * that a key is taken, and that rows deleted by an unseen cascade do not come back by an undo.
 */
import { describe, expect, test } from 'vitest';
import type { PolicyDocument } from '../../src/contract/policy.ts';
import { Policy } from '../../src/identity/policy.ts';
import { temporaryStore } from '../../src/store/open.ts';
import { basic } from '../http/service.ts';
import { anyName } from '../policy/service.ts';
import { liveEngines } from '../support/engines.ts';
import { isLongRun } from '../support/long-run.ts';
import { openShop, type Shop } from './shop.ts';

const func = (name: string, ...args: object[]) => ({ func: { name, args } });
const mine = func('EQ', { attr: 'region' }, { user: 'region' });
const all = { read: true, insert: true, update: true, delete: true } as const;
const document: PolicyDocument = {
  users: {
    ann: { roles: ['own'], attributes: { region: 'n' } },
    // Of other users' persons only the id and the name.
    bob: { roles: ['own', 'names'], attributes: { region: 'n' } },
  },
  roles: {
    own: {
      person: {
        read: { columns: ['*', '-phone'], rows: mine },
        insert: { check: mine },
        update: { rows: mine },
        delete: { rows: mine },
      },
      parent: { ...all, read: { rows: mine } },
      child: all,
      visit: { ...all, read: { rows: mine } },
      memo: { ...all, read: { rows: mine } },
      loose: { ...all, read: { columns: ['word'] } },
    },
    names: { person: { read: { columns: ['id', 'name'] }, update: { columns: ['name'] } } },
  },
};
const policy = new Policy(document);

const schema = `
create table person (id integer not null primary key, name varchar(20), phone varchar(20) default 'p0', region varchar(5), boss integer,
  constraint person_boss foreign key (boss) references person (id), check (phone <> 'bad' or name <> 'bad'));
create table parent (a integer not null, b integer not null, region varchar(5), primary key (a, b));
create table child (id integer not null primary key, a integer, b integer, note varchar(20), person integer,
  constraint child_parent foreign key (a, b) references parent (a, b) on update cascade on delete set null,
  constraint child_person foreign key (person) references person (id) on delete cascade);
create table dependant (id integer not null primary key, person integer,
  constraint dependant_person foreign key (person) references person (id) on update cascade on delete cascade);
create table visit (id integer not null primary key, person integer, region varchar(5), word varchar(20),
  constraint visit_person foreign key (person) references person (id) on update cascade on delete cascade);
create table memo (id integer not null primary key, person integer, region varchar(5),
  constraint memo_person foreign key (person) references person (id) on delete set null);
create table loose (code integer, word varchar(20));
insert into parent values (1, 1, 'n'), (2, 1, 'n');
insert into child values (1, 1, 1, 'x', null), (2, 2, 1, 'y', null), (3, null, null, 'z', null);
`;

/** For each of two users, two databases that differ only in what that user cannot see. */
const hidden: Readonly<Record<string, readonly [string, string]>> = {
  ann: [
    `insert into person values (1, 'Al', '111', 'n', null), (3, 'Cy', '333', 'n', 1), (5, 'Ed', '555', 'n', 1), (6, 'Fy', '6', 'n', 1),
       (2, 'Bo', '222', 's', null), (4, 'Di', '444', 's', 2);
     insert into parent values (1, 2, 's');
     insert into dependant values (1, 3), (2, 3), (3, 2);
     insert into visit values (1, 5, 'n', 'seen'), (2, 5, 's', 'unseen');
     insert into memo values (1, 6, 'n'), (2, 6, 's');
     insert into loose values (1, 'a'), (2, 'b');`,
    `insert into person values (1, 'Al', '911', 'n', null), (3, 'Cy', null, 'n', 1), (5, 'Ed', 'x', 'n', 1), (6, 'Fy', '66', 'n', 1),
       (8, 'Zed', '0', 's', 1), (9, 'Di', '444', null, 8);
     insert into parent values (2, 2, 's'), (9, 9, null);
     insert into dependant values (7, 3);
     insert into visit values (1, 5, 'n', 'seen'), (3, 5, 's', 'hidden');
     insert into memo values (1, 6, 'n'), (4, 6, 's');
     insert into loose values (7, 'a'), (2, 'b');`,
  ],
  bob: [
    `insert into person values (1, 'Al', '111', 'n', null), (3, 'Cy', '333', 'n', 1), (5, 'Ed', '555', 'n', 1), (6, 'Fy', '6', 'n', 1),
       (2, 'Bo', '222', 's', null), (4, 'Di', '444', 's', 2);
     insert into parent values (1, 2, 's');
     insert into dependant values (1, 3), (3, 2);
     insert into visit values (1, 5, 'n', 'seen'), (2, 5, 's', 'unseen');
     insert into memo values (1, 6, 'n'), (2, 6, 's');
     insert into loose values (1, 'a'), (2, 'b');`,
    `insert into person values (1, 'Al', '1', 'n', null), (3, 'Cy', '3', 'n', 1), (5, 'Ed', null, 'n', 1), (6, 'Fy', null, 'n', 1),
       (2, 'Bo', null, null, 1), (4, 'Di', '0', 'w', null);
     insert into parent values (2, 2, null);
     insert into dependant values (9, 3), (8, 3);
     insert into visit values (1, 5, 'n', 'seen'), (4, 5, 's', 'hidden');
     insert into memo values (1, 6, 'n'), (3, 6, 's'), (4, 6, null);
     insert into loose values (3, 'a'), (4, 'b');`,
  ],
};

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const trial = (...changes: object[]): Request => ({
  method: 'POST',
  path: '/changes',
  body: { dry_run: true, changes },
});

/** The values to set in a person, and the expected ones. */
const updates = [
  [{ name: 'N' }, { name: 'Al' }],
  [{ name: 'N' }, { name: 'Bo' }],
  [{ boss: 1 }, { boss: null }],
  ...[2, 8, 77].map((boss) => [{ boss }, { boss: 1 }] as const),
  [{ region: 's' }, { region: 'n' }],
  [{ phone: 'z' }, { phone: '222' }],
  [{ name: 'bad' }, { name: 'Al' }],
  [{ name: 'x' }, { name: 'Al', phone: '1' }],
  [{ id: 50 }, { id: 1 }],
] as const;

function* trials(): Generator<Request> {
  for (const id of [1, 2, 3, 4, 5, 8, 9, 77]) {
    const key = { id };
    for (const [set, expected] of updates)
      yield trial({ op: 'update', entity: 'person', key, set, expect: expected });
    for (const entity of ['person', 'child', 'dependant'])
      yield trial({ op: 'delete', entity, key, expect: {} });
    const path = `/tables/person/recs/[${id}]`;
    yield { method: 'PATCH', path, body: { name: 'N' } };
    yield { method: 'PATCH', path, body: { name: 'N' }, headers: { 'if-match': '"x"' } };
    yield { method: 'DELETE', path, headers: { 'if-match': '"x"' } };
    yield { method: 'OPTIONS', path };
    yield { method: 'GET', path };
    yield { method: 'GET', path: `/changes?entity=person&key=[${id}]` };
    const added = { op: 'insert', entity: 'person', ref: 'p', set: { id: 50, name: 'N', region: 'n' } };
    yield trial({ ...added, set: { ...added.set, boss: id } });
    yield trial(
      added,
      { op: 'insert', entity: 'child', ref: 'c', set: { id: 50 + id, person: id } },
      { op: 'insert', entity: 'child', set: { id, person: { ref: 'c', column: 'person' } } },
      {
        op: 'update',
        entity: 'person',
        key,
        set: { boss: { ref: 'p', column: 'id' } },
        expect: { boss: null },
      },
    );
  }
  for (const a of [1, 2, 9]) {
    for (const b of [1, 2, 3, 9]) {
      yield trial({ op: 'insert', entity: 'child', set: { id: 60, a, b } });
      yield trial({ op: 'update', entity: 'child', key: { id: 1 }, set: { b }, expect: { b: 1 } });
      const nowhere = { a: null, b: null };
      yield trial({ op: 'update', entity: 'child', key: { id: 3 }, set: { a, b }, expect: nowhere });
      yield trial({ op: 'update', entity: 'parent', key: { a, b }, set: { a: 70 }, expect: { a } });
      yield trial({ op: 'delete', entity: 'parent', key: { a, b }, expect: {} });
    }
  }
  for (const set of [{ word: 'x' }, { word: 'x', code: 3 }])
    yield trial({ op: 'insert', entity: 'loose', set });
  for (const key of [{ word: 'a' }, { code: 1, word: 'a' }, {}])
    yield trial({ op: 'delete', entity: 'loose', key, expect: {} });
}

const files: readonly (readonly [entity: string, content: string])[] = [
  ['person', 'id,name,region\n50,Q,n\n51,R,s'],
  ['person', 'id,name,region,boss\n50,Q,n,2\n51,R,n,8\n52,S,n,77\n53,T,n,1'],
  ['person', 'id,name,phone\n50,Q,n'],
  ['child', 'id,a,b\n50,1,2\n51,2,2\n52,1,1\n53,9,9'],
];
/** Users who insert rows learn which keys exist: those are taken. */
const known = ['person', 'id,name\n1,A\n2,B\n3,C\n4,D\n8,E\n9,F\n77,G'] as const;
const imports = [
  ...['insert', 'update', 'both'].flatMap((mode) =>
    files.map(([entity, content]) => ({ entity, content, mode })),
  ),
  { entity: known[0], content: known[1], mode: 'update' },
];

const made = [
  { op: 'update', entity: 'person', key: { id: 1 }, set: { name: 'Ali' }, expect: { name: 'Al' } },
  { op: 'insert', entity: 'person', set: { id: 50, name: 'N', region: 'n' } },
  { op: 'update', entity: 'parent', key: { a: 2, b: 1 }, set: { a: 7 }, expect: { a: 2 } },
  { op: 'delete', entity: 'person', key: { id: 5 }, expect: { name: 'Ed' } },
  { op: 'delete', entity: 'person', key: { id: 6 }, expect: { name: 'Fy' } },
  { op: 'delete', entity: 'person', key: { id: 3 }, expect: { name: 'Cy' } },
];

/**
 * One user's two databases, each behind a service, and the comparison of their answers, without addresses, ids and
 * times.
 */
class Twins implements AsyncDisposable {
  readonly #ending = new AsyncDisposableStack();
  readonly #user: string;
  readonly #services: { readonly shop: Shop; readonly ids: Map<string, string> }[] = [];
  asked = 0;

  constructor(user: string) {
    this.#user = user;
  }

  async open(engine: Shop['engine']): Promise<void> {
    for (const rows of hidden[this.#user] ?? []) {
      const store = await temporaryStore();
      this.#ending.defer(() => store.close());
      const directory = { rightsOf: (name: string | null) => policy.rightsOf(name) };
      const options = { access: anyName, directory, isLimited: () => true, store };
      const shop = this.#ending.use(await openShop(engine, schema + rows, options));
      this.#services.push({ shop, ids: new Map() });
    }
  }

  async ask({ method, path, body, headers }: Request): Promise<void> {
    await this.#compared(`${method} ${path} ${JSON.stringify(body)}`, async ({ ask }) => {
      const answer = await ask(method, path, body, { ...basic(this.#user, 'x'), ...headers });
      return `${answer.status} ${answer.headers.get('etag')} ${answer.headers.get('allow')} ${answer.text}`;
    });
  }

  async import(entity: string, content: string, mode: string): Promise<void> {
    await this.#compared(`${mode} ${entity} ${content}`, async ({ ask, service }) => {
      const own = basic(this.#user, 'x');
      const { id } = (await ask('POST', '/imports', { name: 'a.csv' }, own)).json;
      const at = `${service.base}/api/database/imports/${id}`;
      const bytes = { ...own, 'content-type': 'application/octet-stream' };
      await fetch(`${at}?offset=0`, { method: 'PATCH', headers: bytes, body: content });
      const response = await fetch(`${at}/run`, {
        method: 'POST',
        headers: { ...own, 'content-type': 'application/json' },
        body: JSON.stringify({ entity, mode, dry_run: true }),
      });
      return `${response.status} ${await response.text()}`;
    });
  }

  /** Applied, read, undone, and applied again. */
  async make(change: object): Promise<void> {
    const sets: string[] = [];
    const post = (path: (shop: Shop, n: number) => string, body?: unknown) =>
      this.#compared(`${JSON.stringify(change)}`, async (shop) => {
        const n = this.#services.findIndex((one) => one.shop === shop);
        const answer = await shop.ask('POST', path(shop, n), body, basic(this.#user, 'x'));
        sets[n] = answer.json.id ?? sets[n];
        return `${answer.status} ${answer.text}`;
      });
    await post(() => '/changes', { changes: [change] });
    await this.ask({ method: 'GET', path: '/changes' });
    await post((_, n) => `/changes/${sets[n]}/undo`);
    await post((_, n) => `/changes/${sets[n]}/undo`);
    await this.ask({ method: 'GET', path: '/changes?limit=3' });
  }

  async #compared(what: string, answer: (shop: Shop) => Promise<string>): Promise<void> {
    this.asked++;
    const [one, other] = await Promise.all(
      this.#services.map(async ({ shop, ids }) => {
        const named = (id: string) => ids.get(id) ?? ids.set(id, `set ${ids.size}`).get(id);
        return (await answer(shop))
          .replaceAll(shop.service.base, '')
          .replaceAll(/"at":"[^"]*"/g, '')
          .replaceAll(
            /"(id|undoes|change_set)":"([\w-]{20})"/g,
            (_, key, id: string) => `${key} ${named(id)}`,
          );
      }),
    );
    expect(one, `${this.#user}: ${what}`).toBe(other);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#ending.disposeAsync();
  }
}

describe.each(liveEngines)('hidden data does not affect the answers to changes on %s', (engine) => {
  const people = isLongRun || engine === 'sqlite' ? Object.keys(hidden) : ['bob'];
  test.for(people)('for the user %s', { timeout: 600_000 }, async (user, { annotate }) => {
    await using twins = new Twins(user);
    await twins.open(engine);
    const step = isLongRun ? 1 : 13;
    for (const [i, request] of [...trials()].entries()) if (i % step === 0) await twins.ask(request);
    for (const [i, { entity, content, mode }] of imports.entries())
      if (i % step < 2) await twins.import(entity, content, mode);
    for (const change of made) await twins.make(change);
    await annotate(`${engine}: ${twins.asked} changes of pairs of databases, all answered alike`, 'A17');
  });
});
