/** A small database in which every kind of address occurs. */
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { type Service, startService } from './service.ts';

const fixture = `
CREATE TABLE person (id integer PRIMARY KEY, name varchar(40) NOT NULL, email text UNIQUE, boss integer REFERENCES person (id));
INSERT INTO person VALUES (1, 'Ada', 'ada@example.org', NULL), (2, 'Bo', 'bo@example.org', 1);
CREATE TABLE seat (hall text NOT NULL, row integer NOT NULL, holder text REFERENCES person (email), PRIMARY KEY (hall, row));
INSERT INTO seat VALUES ('A', 1, 'ada@example.org'), ('a,b/[c]"%é', 2, NULL), ('', 3, NULL);
CREATE TABLE picture (id integer PRIMARY KEY, "the image" blob, note text);
INSERT INTO picture VALUES
  (1, x'89504e470d0a1a0a0000', 'png'), (2, x'3c7363726970743e', 'html'), (3, NULL, 'none'), (4, 'text', 'text');
CREATE TABLE loose (word text, times integer);
INSERT INTO loose VALUES ('one', 1), ('two', 2), ('two', 2);
CREATE TABLE "a/b c" (id integer PRIMARY KEY);
INSERT INTO "a/b c" VALUES (1);
CREATE TABLE "__proto__" ("constructor" integer PRIMARY KEY, "__proto__" text, "__url__" text);
INSERT INTO "__proto__" VALUES (1, 'p', 'u');
CREATE TABLE empty (id integer PRIMARY KEY);
CREATE VIEW grown AS SELECT name FROM person WHERE boss IS NULL;
`;

export interface FixtureService {
  readonly database: TestDatabase;
  readonly service: Service;
  end(): Promise<void>;
}

/** The database behind a service of its own. */
export async function serveFixture(): Promise<FixtureService> {
  const database = await createDatabase('sqlite');
  await database.run(fixture);
  const service = await startService(database.url);
  return {
    database,
    service,
    async end() {
      await service.close();
      await database.drop();
    },
  };
}
