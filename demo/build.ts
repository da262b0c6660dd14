/** Writes the demo database: `node demo/build.ts <file>`. An existing file is replaced. */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { demoData, type TableData, type Value } from './data.ts';
import { ddl } from './ddl.ts';

export function buildDemo(file: string): void {
  mkdirSync(dirname(resolve(file)), { recursive: true });
  rmSync(file, { force: true });
  const database = new Database(file);
  try {
    database.pragma('journal_mode = DELETE');
    // A build that breaks off is thrown away and made again, so it need not survive a power cut.
    database.pragma('synchronous = OFF');
    database.pragma('foreign_keys = ON');
    database.transaction(() => {
      for (const statement of ddl('sqlite')) database.exec(statement);
      for (const table of demoData()) insert(database, table);
    })();
    database.exec('ANALYZE');
    database.exec('VACUUM');
  } finally {
    database.close();
  }
}

function insert(database: Database.Database, { name, columns, rows }: TableData): void {
  const names = columns.map((column) => `"${column}"`).join(', ');
  const places = columns.map(() => '?').join(', ');
  const statement = database.prepare(`INSERT INTO "${name}" (${names}) VALUES (${places})`);
  for (const row of rows) statement.run(row.map(stored));
}

/** SQLite keeps booleans as 0 and 1. */
function stored(value: Value): Exclude<Value, boolean> {
  return typeof value === 'boolean' ? Number(value) : value;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = process.argv[2];
  if (file === undefined) {
    console.error('Say where to write the demo database: node demo/build.ts <file>');
    process.exitCode = 2;
  } else {
    buildDemo(file);
  }
}
