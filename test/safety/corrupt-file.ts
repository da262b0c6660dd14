/** Copies of an intact file, each with some bytes changed, and how the service handles them. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { Problem } from '../../src/contract/problem.ts';
import { Subject } from '../conformance/subject.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase } from '../support/servers.ts';

type FileEngine = 'sqlite' | 'duckdb';

const scripts: Readonly<Record<FileEngine, string>> = {
  sqlite: `
create table person (id integer primary key, name text not null, boss integer references person (id), photo blob);
create index person_name on person (name);
create table seat (hall text, number integer, holder integer references person (id), primary key (hall, number)) without rowid;
create virtual table note using fts5 (body);
create view boss as select p.name, b.name as boss from person p join person b on b.id = p.boss;
with recursive n (i) as (select 1 union all select i + 1 from n where i < 400)
  insert into person select i, 'name ' || i, nullif(i / 2, 0), randomblob(i) from n;
insert into seat select 'hall ' || (id % 7), id, id from person;
insert into note select name || ' of the house' from person;
delete from seat where number % 5 = 0;`,
  duckdb: `
create table person (id integer primary key, name varchar not null, boss integer, photo blob);
create index person_name on person (name);
create table seat (hall varchar, number integer, holder integer references person (id), primary key (hall, number));
create view boss as select p.name, b.name as boss from person p join person b on b.id = p.boss;
insert into person select i, 'name ' || i, nullif(i // 2, 0), repeat('x', (i % 400)::integer)::blob from range(1, 20000) n (i);
insert into seat select 'hall ' || (id % 7), id, id from person;
create table measured as select id, hash(id) as h, sqrt(id) as root, [id, id * 7] as list, {'a': name} as pair from person;`,
};

export interface CorruptionResult {
  readonly files: number;
  /** Files that were refused when they were opened. */
  readonly refused: number;
  /** Reads that ended with a proper problem for the client. */
  readonly problems: number;
  readonly reads: number;
  /** Unexpected failures. */
  readonly surprises: readonly string[];
}

/**
 * Position in millionths of the file, byte, length; positions uniformly distributed, without fast-check's bias to the
 * start.
 */
const change = fc.noBias(fc.tuple(fc.nat(999_999), fc.nat(255), fc.integer({ min: 1, max: 40 })));
const damage = fc.array(change, { minLength: 1, maxLength: 8 });

export async function readCorruptFiles(
  engine: FileEngine,
  count: number,
  seed: number,
): Promise<CorruptionResult> {
  await using database = await createDatabase(engine);
  await database.run(scripts[engine]);
  const sound = await readFile(database.url.slice(`${engine}:///`.length));
  const folder = await temporaryFolder();
  let refused = 0;
  let problems = 0;
  let reads = 0;
  const surprises: string[] = [];
  const failed = (error: unknown, place: string) => {
    if (error instanceof Problem && error.kind !== 'internal-error') problems++;
    else surprises.push(`${place}: ${String(error)}`);
  };
  const left = fc.sample(damage, { numRuns: count, seed }).map((changes, i) => ({ changes, i }));
  const read = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { changes, i } = next;
      const file = join(folder, `${i}.db`);
      await writeFile(file, damaged(sound, changes));
      try {
        await using subject = await Subject.of(`${engine}:///${file}`, {
          poolSize: 1,
          statementTimeoutMs: 5_000,
        });
        for (const name of (await subject.entities()).keys()) {
          reads += 2;
          await subject.list(name).catch((error: unknown) => failed(error, `file ${i}, list of ${name}`));
          await subject
            .record(name, '[7]')
            .catch((error: unknown) => failed(error, `file ${i}, record of ${name}`));
        }
      } catch (error) {
        refused++;
        failed(error, `file ${i}`);
      }
      await rm(file);
    }
  };
  // Some damage is an endless loop for the engine; concurrent reads share the wait for its time limit.
  await Promise.all([read(), read(), read()]);
  return { files: count, refused, problems, reads, surprises };
}

function damaged(sound: Buffer, changes: readonly (readonly [number, number, number])[]): Buffer {
  const copy = Buffer.from(sound);
  for (const [place, byte, length] of changes) {
    // A tenth of the damage hits the schema, the rest anything after it.
    const at = place < 100_000 ? 100 + (place % 4_000) : 4_096 + (place % (copy.length - 4_096));
    copy.fill(byte, at, Math.min(at + length, copy.length));
  }
  return copy;
}
