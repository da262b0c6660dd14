/**
 * A small film rental shop, with the tables and join paths of the well-known sample: junctions, and a category two
 * steps away.
 */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { temporaryFolder } from '../../support/folders.ts';

const tables = `
CREATE TABLE category (category_id INTEGER PRIMARY KEY, name TEXT NOT NULL, last_update TEXT NOT NULL);
CREATE TABLE film (film_id INTEGER PRIMARY KEY, title TEXT NOT NULL, rental_rate DECIMAL(4,2) NOT NULL, last_update TEXT NOT NULL);
CREATE TABLE film_category (
  film_id INTEGER NOT NULL REFERENCES film, category_id INTEGER NOT NULL REFERENCES category,
  last_update TEXT NOT NULL, PRIMARY KEY (film_id, category_id));
CREATE TABLE actor (
  actor_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, last_update TEXT NOT NULL);
CREATE TABLE film_actor (
  actor_id INTEGER NOT NULL REFERENCES actor, film_id INTEGER NOT NULL REFERENCES film,
  last_update TEXT NOT NULL, PRIMARY KEY (actor_id, film_id));
CREATE TABLE store (store_id INTEGER PRIMARY KEY, city TEXT NOT NULL);
CREATE TABLE customer (
  customer_id INTEGER PRIMARY KEY, store_id INTEGER NOT NULL REFERENCES store, first_name TEXT NOT NULL,
  last_name TEXT NOT NULL, active BOOLEAN NOT NULL);
CREATE TABLE inventory (
  inventory_id INTEGER PRIMARY KEY, film_id INTEGER NOT NULL REFERENCES film, store_id INTEGER NOT NULL REFERENCES store);
CREATE TABLE rental (
  rental_id INTEGER PRIMARY KEY, rental_date DATETIME NOT NULL, inventory_id INTEGER NOT NULL REFERENCES inventory,
  customer_id INTEGER NOT NULL REFERENCES customer);
CREATE TABLE payment (
  payment_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer,
  rental_id INTEGER REFERENCES rental, amount DECIMAL(5,2) NOT NULL, payment_date DATETIME NOT NULL);
`;

const categories = ['Action', 'Animation', 'Comedy', 'Drama', 'Horror', 'Travel'];
const [FILMS, ACTORS, CUSTOMERS, RENTALS] = [120, 30, 40, 900];

/** Rows computed from their index, unevenly distributed: some films are never rented, and actors differ. */
function rows(): readonly (readonly [table: string, ...values: (string | number)[]])[] {
  const day = (n: number) =>
    new Date(Date.UTC(2024, 0, 1 + (n % 300), n % 24)).toISOString().slice(0, 19).replace('T', ' ');
  const numbers = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
  const changed = day(0);
  return [
    ...categories.map((name, i) => ['category', i + 1, name, changed] as const),
    ...numbers(FILMS).map((i) => ['film', i, `Film ${i}`, 0.99 + (i % 3), changed] as const),
    ...numbers(FILMS).map((i) => ['film_category', i, 1 + ((i * i) % categories.length), changed] as const),
    ...numbers(ACTORS).map((i) => ['actor', i, `First ${i % 7}`, `Last ${i}`, changed] as const),
    ...numbers(FILMS).flatMap((film) =>
      numbers(ACTORS)
        .filter((actor) => (film * 7 + actor * actor) % 11 < 1 + (actor % 4))
        .map((actor) => ['film_actor', actor, film, changed] as const),
    ),
    ['store', 1, 'Lethbridge'],
    ['store', 2, 'Woodridge'],
    ...numbers(CUSTOMERS).map(
      (i) => ['customer', i, 1 + (i % 2), `First ${i}`, `Last ${i % 13}`, i % 5 ? 1 : 0] as const,
    ),
    ...numbers(FILMS * 2).map((i) => ['inventory', i, Math.ceil(i / 2), 1 + (i % 2)] as const),
    // The last films are in stock, but never rented.
    ...numbers(RENTALS).map(
      (i) => ['rental', i, day(i), 1 + ((i * 13) % 200), 1 + ((i * i) % CUSTOMERS)] as const,
    ),
    ...numbers(RENTALS).map(
      (i) => ['payment', i, 1 + ((i * i) % CUSTOMERS), i, 0.99 + (i % 7), day(i)] as const,
    ),
  ];
}

/** The URL of a new database, and plain SQL on it. */
export async function makeRentals(): Promise<{
  readonly url: string;
  readonly rows: (statement: string) => unknown[][];
}> {
  const path = join(await temporaryFolder(), 'rentals.sqlite');
  const database = new Sqlite(path);
  database.exec(tables);
  database.transaction(() => {
    for (const [table, ...values] of rows()) {
      database.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values);
    }
  })();
  return {
    url: `sqlite:///${path}`,
    rows: (statement) => database.prepare<[], unknown[]>(statement).raw().all(),
  };
}
