/**
 * F15: a SQLite file that is replaced, truncated or removed while it is served. Complete answers come from a single
 * file.
 */
import { once } from 'node:events';
import { copyFile, open, readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { fewOrAll, isLongRun } from '../support/long-run.ts';
import {
  type Editions,
  editionsIn,
  MixedEditionsError,
  Refused,
  readsOf,
  rowsOf,
  run,
} from './replaced-file.ts';

const small = 300;
const reads = readsOf(small);

/** The edition that each kind of answer currently shows. */
async function shown(service: Service): Promise<Record<string, number>> {
  const told: [string, number][] = [];
  for (const [kind, read] of Object.entries(reads)) told.push([kind, await read(service)]);
  return Object.fromEntries(told);
}

const all = (edition: number) => Object.fromEntries(Object.keys(reads).map((kind) => [kind, edition]));

/** The current refusal of each kind of request. */
async function refused(service: Service): Promise<Record<string, unknown>> {
  const outcomes: [string, unknown][] = [];
  for (const [kind, read] of Object.entries(reads)) {
    outcomes.push([
      kind,
      await read(service).catch((error: unknown) => (error instanceof Refused ? error.status : error)),
    ]);
  }
  return Object.fromEntries(outcomes);
}

/** Shared by most tests in sequence: reusing the service is just one more exchange. */
let service: Service;
let served: string;
beforeAll(async () => {
  const first = editionsIn(await temporaryFolder(), { rows: small });
  served = first.served;
  await rename(first.make(0), served);
  service = await startService(`sqlite:///${served}`);
});
afterAll(() => service?.close());

/** Each test creates its files in a folder of its own. */
let folder: string;
let editions: Editions;
beforeEach(async () => {
  folder = await temporaryFolder();
  editions = { ...editionsIn(folder, { rows: small }), served };
});

async function beginAnew(): Promise<void> {
  await rename(editions.make(0), editions.served);
  expect(await shown(service)).toEqual(all(0));
}

/** To another column type and back. */
const exchanges = isLongRun ? 3 : 2;

/** Requests a list and reads only its first bytes. */
async function beginList(service: Service, table = 'thing'): Promise<IncomingMessage> {
  const outgoing = request(`${service.base}/api/database/tables/${table}`);
  outgoing.on('error', () => {}); // The answer reports it, too.
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]; // As Node documents the event.
  await once(response, 'readable');
  return response;
}

async function rest(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  return text;
}

describe('after a SQLite file is replaced, every kind of answer shows the new file', () => {
  type Exchange = readonly [string, (from: string, to: string) => Promise<unknown>];
  /** Exchanges that the system performs differently from others. */
  const differing: readonly Exchange[] = [
    ['moved by the command', (from, to) => run('mv', [from, to])],
    ['copied by the command', (from, to) => run('cp', [from, to])],
    ['copied in its bytes', (from, to) => run('dd', [`if=${from}`, `of=${to}`, 'bs=64k', 'conv=notrunc'])],
    [
      'made anew after the old one was removed',
      async (from, to) => {
        await rm(to);
        await copyFile(from, to);
      },
    ],
  ];
  const alike: readonly Exchange[] = [
    ['moved in its place', (from, to) => rename(from, to)],
    ['copied over it', (from, to) => copyFile(from, to)],
  ];
  test.for(fewOrAll(differing, [...differing, ...alike]))('if it was %s', async ([, exchange]) => {
    await beginAnew();
    for (let edition = 1; edition <= exchanges; edition++) {
      await exchange(editions.make(edition), editions.served);
      expect(await shown(service)).toEqual(all(edition));
    }
  });

  test('if it was copied in two halves, whatever was read of the mixture between them', async () => {
    await beginAnew();
    for (let edition = 1; edition <= exchanges; edition++) {
      const bytes = await readFile(editions.make(edition));
      const half = Math.floor(bytes.length / 2);
      const file = await open(editions.served, 'r+');
      await file.write(bytes, 0, half, 0);
      // The file is now a mixture that nobody created; whatever is answered or cached from it must be gone afterwards.
      for (const read of Object.values(reads)) await read(service).catch(() => {});
      await file.write(bytes, half, bytes.length - half, half);
      await file.truncate(bytes.length);
      await file.close();
      expect(await shown(service)).toEqual(all(edition));
    }
  });

  test('whichever kind of answer is requested first', async () => {
    await beginAnew();
    let edition = 0;
    for (const kind of fewOrAll(['list of a view', 'record'], Object.keys(reads))) {
      expect(await shown(service)).toEqual(all(edition));
      edition++;
      await rename(editions.make(edition), editions.served);
      expect(await reads[kind]?.(service)).toBe(edition);
    }
  });

  test('whatever the journal modes of both files are', async () => {
    const wal = editionsIn(folder, { rows: small, mode: 'wal' });
    const other = editionsIn(folder, { rows: small });
    await rename(other.make(0), other.served);
    await using service = await startService(`sqlite:///${other.served}`);
    const modes = fewOrAll([wal, wal, other], [wal, wal, other, wal, other]);
    for (const [edition, { make }] of modes.entries()) {
      await rename(make(edition + 1), other.served);
      expect(await shown(service)).toEqual(all(edition + 1));
    }
  });

  test('if it was copied over a file with an empty WAL', async () => {
    const wal = editionsIn(folder, { rows: small, mode: 'wal' });
    await rename(wal.make(0), wal.served);
    await using service = await startService(`sqlite:///${wal.served}`);
    expect(await shown(service)).toEqual(all(0));
    for (let edition = 1; edition <= 3; edition++) {
      await copyFile(wal.make(edition), wal.served);
      expect(await shown(service)).toEqual(all(edition));
    }
  });
});

describe('a list that is being read', () => {
  const rows = 60_000;
  const largeList = async (service: Service) => readsOf(rows).list?.(service);

  type Happening = readonly [string, (file: string, next: string) => Promise<unknown>];
  const removed: Happening = ['removed', (file) => rm(file)];
  const replaced: Happening = ['replaced', (file, next) => rename(next, file)];
  const movedAway: Happening = ['moved away under it', (file) => rename(file, `${file}.away`)];
  test.for(fewOrAll([removed, replaced], [removed, replaced, movedAway]))(
    'continues to its end when its file is %s',
    async ([, happens]) => {
      const large = editionsIn(folder, { rows });
      await rename(large.make(0), large.served);
      const next = large.make(1);
      await using service = await startService(`sqlite:///${large.served}`);
      const expected = await (await service.get('/api/database/tables/thing')).text();
      const list = await beginList(service);
      await happens(large.served, next);
      await sleep(50); // Gives a file watcher time to notice.
      await reads.record?.(service).catch(() => {});
      expect((await rest(list)) === expected).toBe(true);
    },
  );

  const overwritten: readonly Happening[] = [
    ['is cut short', (file) => truncate(file, 100_000)],
    ['has another one copied over it', (file, next) => copyFile(next, file)],
    [
      'has another one copied over its bytes',
      (file, next) => run('dd', [`if=${next}`, `of=${file}`, 'bs=1M', 'conv=notrunc']),
    ],
  ];
  const emptied: Happening = ['is emptied', (file) => truncate(file, 0)];
  test.for(fewOrAll(overwritten, [...overwritten, emptied]))(
    'breaks off when its file %s',
    async ([, happens]) => {
      const large = editionsIn(folder, { rows });
      await rename(large.make(0), large.served);
      const next = large.make(2);
      await using service = await startService(`sqlite:///${large.served}`);
      expect(await largeList(service)).toBe(0);
      const list = await beginList(service);
      await happens(large.served, next);
      await expect(rest(list)).rejects.toThrow('aborted');
    },
  );

  test('breaks off when the bytes of another file are copied over a file with an empty WAL', async () => {
    const large = editionsIn(folder, { rows, mode: 'wal' });
    await rename(large.make(0), large.served);
    const next = large.make(2);
    await using service = await startService(`sqlite:///${large.served}`);
    expect(await largeList(service)).toBe(0);
    const list = await beginList(service);
    await run('dd', [`if=${next}`, `of=${large.served}`, 'bs=1M', 'conv=notrunc']);
    await expect(rest(list)).rejects.toThrow('aborted');
  });

  test('continues when the WAL is checkpointed', async () => {
    const large = editionsIn(folder, { rows, mode: 'wal' });
    await rename(large.make(0), large.served);
    await using service = await startService(`sqlite:///${large.served}`);
    const expected = await (await service.get('/api/database/tables/thing')).text();
    const writer = new Sqlite(large.served);
    writer.exec('create table other (n integer); insert into other values (1)');
    const list = await beginList(service);
    writer.pragma('wal_checkpoint(passive)');
    writer.exec('insert into other values (2)');
    writer.pragma('wal_checkpoint(passive)');
    expect((await rest(list)) === expected).toBe(true);
    writer.close();
    expect(await largeList(service)).toBe(0);
  });

  test('breaks off when a file with a WAL is replaced, since the WAL is known by name only', async () => {
    const large = editionsIn(folder, { rows, mode: 'wal' });
    await rename(large.make(0), large.served);
    await using service = await startService(`sqlite:///${large.served}`);
    const list = await beginList(service);
    await rename(large.make(1), large.served);
    expect(await largeList(service)).toBe(1);
    await expect(rest(list)).rejects.toThrow('aborted');
  });
});

describe('a missing or invalid SQLite file', () => {
  test('is refused by every kind of request until there is one', async () => {
    await beginAnew();
    await rename(editions.served, `${editions.served}.away`);
    expect(await refused(service)).toEqual(all(503));
    expect((await service.get('/readyz')).status).toBe(503);
    await rename(`${editions.served}.away`, editions.served);
    expect(await shown(service)).toEqual(all(0));
    expect((await service.get('/readyz')).status).toBe(200);
    await rm(editions.served);
    expect(await refused(service)).toEqual(all(503));
    await rename(editions.make(3), editions.served);
    expect(await shown(service)).toEqual(all(3));
  });

  test('is served once a new one appears, even with the same inode number', async () => {
    await beginAnew();
    const numbers = [];
    const times = isLongRun ? 8 : 2;
    for (let edition = 1; edition <= times; edition++) {
      const next = editions.make(edition);
      await rm(editions.served);
      // Only the service can still have the removed file open.
      if (edition % 2) expect(await refused(service)).toEqual(all(503));
      await run('cp', [next, editions.served]);
      numbers.push((await stat(editions.served)).ino);
      expect(await shown(service)).toEqual(all(edition));
    }
    expect(numbers).toHaveLength(times);
  });

  type Damage = readonly [string, (file: string) => Promise<unknown>];
  const otherKinds: readonly Damage[] = [
    ['something else', (file) => copyFile(import.meta.filename, file)],
    ['a folder', (file) => rm(file).then(() => run('mkdir', [file]))],
  ];
  const almostWhole: Damage = [
    'all of one but for its last bytes',
    async (file) => truncate(file, (await stat(file)).size - 200),
  ];
  const parts: readonly Damage[] = [
    ['empty', (file) => truncate(file, 0)],
    ['the beginning of one', (file) => truncate(file, 5_000)],
  ];
  test.for(fewOrAll([...otherKinds, almostWhole], [...otherKinds, almostWhole, ...parts]))(
    'that is %s is refused',
    async ([, happens]) => {
      await beginAnew();
      await happens(editions.served);
      expect(await refused(service)).toEqual(all(503));
      await rm(editions.served, { recursive: true });
      await rename(editions.make(1), editions.served);
      expect(await shown(service)).toEqual(all(1));
    },
  );
});

test('the WAL of the previous file blocks the new one until it is removed', async () => {
  const wal = editionsIn(folder, { rows: small, mode: 'wal' });
  await rename(wal.make(0), wal.served);
  await using service = await startService(`sqlite:///${wal.served}`);
  expect(await shown(service)).toEqual(all(0));
  // A writer that crashes: its changes are only in the log.
  const script = `const Sqlite = require('better-sqlite3'); const db = new Sqlite(process.argv[1]);
    db.exec("update thing set name = 'of the old file'"); process.kill(process.pid, 'SIGKILL');`;
  await run(process.execPath, ['-e', script, wal.served]).catch(() => {});
  expect((await stat(`${wal.served}-wal`)).size).toBeGreaterThan(0);
  expect(await shown(service)).toEqual(all(0));
  await rename(wal.make(1), wal.served);
  expect(await refused(service)).toEqual(all(503));
  await rm(`${wal.served}-wal`);
  await rm(`${wal.served}-shm`);
  expect(await shown(service)).toEqual(all(1));
  const list = await (await service.get('/api/database/tables/thing')).text();
  expect(list).not.toContain('of the old file');
});

describe('while files are replaced all the time', () => {
  /**
   * The minimum and maximum number of exchanges, and the number of different files that each kind of answer must have
   * come from.
   */
  const [least, most, enough] = [isLongRun ? 12 : 6, 400, 3];

  type Way = readonly [name: string, exchange: (from: string, to: string) => Promise<unknown>];
  const usual: readonly Way[] = [
    ['mv', (from, to) => run('mv', [from, to])],
    ['cp', (from, to) => run('cp', [from, to])],
  ];
  const others: readonly Way[] = [
    ['rm and cp', (from, to) => rm(to).then(() => run('cp', [from, to]))],
    [
      'truncate and cp',
      async (from, to) => {
        await truncate(to, (await stat(to)).size - 200);
        await run('cp', [from, to]);
      },
    ],
    ['mv away and mv', (from, to) => rename(to, `${from}.old`).then(() => run('mv', [from, to]))],
  ];

  test.for(fewOrAll(usual, [...usual, ...others]))(
    '%s: every complete answer is from a single file',
    { timeout: 120_000 },
    async ([way, exchange], { annotate }) => {
      const editions = editionsIn(folder, { rows: small });
      await rename(editions.make(0), editions.served);
      await using service = await startService(`sqlite:///${editions.served}`, { poolSize: 4 });
      let over = false;
      const kinds = Object.keys(reads);
      const wholes = new Map(kinds.map((kind) => [kind, new Set<number>()]));
      const failures: Record<string, number> = {};
      const mixtures: string[] = [];
      const client = async (kind: string) => {
        while (!over) {
          try {
            wholes.get(kind)?.add((await reads[kind]?.(service)) ?? -1);
          } catch (error) {
            if (error instanceof MixedEditionsError) mixtures.push(`${kind}: ${error.message}`);
            const what = error instanceof Refused ? String(error.status) : String(error);
            failures[what] = (failures[what] ?? 0) + 1;
          }
        }
      };
      const clients = kinds.map(client);
      let edition = 0;
      // Until each kind of request was answered from several files, however busy the machine is.
      while (edition < least || (edition < most && [...wholes.values()].some(({ size }) => size < enough))) {
        edition++;
        await exchange(editions.make(edition), editions.served);
        await sleep(edition % 3 ? 10 : 20 * edition); // Increasing, so that slow machines get there, too.
      }
      over = true;
      await Promise.all(clients);
      expect(mixtures).toEqual([]);
      // Incomplete answers are the refusal of a missing or incomplete file, or a broken connection.
      const others = Object.keys(failures).filter(
        (what) => what !== '503' && what !== 'TypeError: terminated',
      );
      expect(others).toEqual([]);
      expect(await shown(service)).toEqual(all(edition));
      for (const [kind, { size }] of wholes) expect(size, kind).toBeGreaterThanOrEqual(enough);
      const told = Object.entries(failures).map(([what, times]) => `${times} × ${what}`);
      await annotate(
        `sqlite: ${edition} files exchanged by ${way} under ${kinds.length} kinds of reading: 0 answers of two files, ${told.join(', ') || 'none refused'}`,
        'F15',
      );
    },
  );
});

test('the number of rows tells the test files apart', () => {
  expect(new Set([0, 1, 2].map((edition) => rowsOf(edition))).size).toBe(3);
});
