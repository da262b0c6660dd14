/** A small shop with every kind of relation between two tables, the same on each engine. */
import type { Engine } from '../../support/servers.ts';

const types: Readonly<Record<Engine, { readonly moment: string; readonly bytes: string }>> = {
  sqlite: { moment: 'DATETIME', bytes: 'BLOB' },
  postgres: { moment: 'TIMESTAMP', bytes: 'BYTEA' },
  mysql: { moment: 'DATETIME(6)', bytes: 'LONGBLOB' },
  duckdb: { moment: 'TIMESTAMP', bytes: 'BLOB' },
};

export function shop(engine: Engine): string {
  const { moment, bytes } = types[engine];
  // Columns that are compared as text have a collation that does not depend on the server.
  const text = engine === 'mysql' ? 'VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : 'VARCHAR(100)';
  // A keyword of DuckDB's; the other engines reserve it only in other contexts.
  const at = engine === 'duckdb' ? '"at"' : 'at';
  return `
    CREATE TABLE artist (id INTEGER NOT NULL PRIMARY KEY, name ${text} NOT NULL);
    CREATE TABLE album (
      id INTEGER NOT NULL PRIMARY KEY, title ${text} NOT NULL, artist_id INTEGER NOT NULL, producer_id INTEGER,
      released DATE, price DECIMAL(10,2), sold BOOLEAN, code ${text} NOT NULL UNIQUE,
      FOREIGN KEY (artist_id) REFERENCES artist (id), FOREIGN KEY (producer_id) REFERENCES artist (id));
    CREATE TABLE track (
      id INTEGER NOT NULL PRIMARY KEY, album_id INTEGER, name ${text}, length DOUBLE PRECISION, added ${moment},
      cover ${bytes}, FOREIGN KEY (album_id) REFERENCES album (id));
    CREATE INDEX track_album ON track (album_id);
    CREATE TABLE play (
      listener INTEGER NOT NULL, number INTEGER NOT NULL, track_id INTEGER NOT NULL, ${at} ${moment} NOT NULL,
      PRIMARY KEY (listener, number), FOREIGN KEY (track_id) REFERENCES track (id));
    CREATE TABLE word (word ${text}, weight INTEGER);
    CREATE VIEW cheap AS SELECT id, title, price FROM album WHERE price < 5;`;
}
