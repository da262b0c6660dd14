/** Writes the demo database: `node demo/build.ts <file>`. An existing file is replaced. */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { demoScript } from './script.ts';

export function buildDemo(file: string): void {
  mkdirSync(dirname(resolve(file)), { recursive: true });
  rmSync(file, { force: true });
  const database = new Database(file);
  try {
    database.pragma('journal_mode = DELETE');
    // An interrupted build is discarded and repeated, so it need not survive a power cut.
    database.pragma('synchronous = OFF');
    database.pragma('foreign_keys = ON');
    database.exec(demoScript('sqlite'));
    database.exec('ANALYZE');
    database.exec('VACUUM');
  } finally {
    database.close();
  }
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
