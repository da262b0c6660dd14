/** The tables for the cases in this folder, and a vocabulary for their requests. */
import { fn, func } from '../shop.ts';

/** Products in several orders, staff with managers, and cells for pivots. */
export const more = `
  CREATE TABLE product (id INTEGER PRIMARY KEY, title VARCHAR(20), cost NUMERIC(10,2));
  CREATE TABLE item (id INTEGER PRIMARY KEY, order_id INTEGER, product_id INTEGER, pieces INTEGER,
    FOREIGN KEY (order_id) REFERENCES orders (id), FOREIGN KEY (product_id) REFERENCES product (id));
  CREATE TABLE staff (id INTEGER PRIMARY KEY, name VARCHAR(20), boss INTEGER, pay INTEGER,
    FOREIGN KEY (boss) REFERENCES staff (id));
  CREATE TABLE cell (id INTEGER PRIMARY KEY, r VARCHAR(20), c VARCHAR(20), n INTEGER, ok BOOLEAN, day DATE);
  INSERT INTO product VALUES (1, 'Apple', 2.50), (2, 'Bread', 4.00), (3, 'Cider', null);
  INSERT INTO item VALUES (1, 1, 1, 2), (2, 1, 2, 1), (3, 2, 1, 5), (4, 3, null, 1), (5, 4, 3, 7);
  INSERT INTO staff VALUES (1, 'Root', null, 100);
  INSERT INTO staff VALUES (2, 'Left', 1, 50), (3, 'Right', 1, 50);
  INSERT INTO staff VALUES (4, 'Leaf', 2, 10);
  INSERT INTO cell VALUES (1, 'x', 'null', 1, true, '2024-01-31'), (2, 'x', null, 2, false, '2024-02-01'),
    (3, 'y', 'a', 3, true, null), (4, 'y', 'b', 4, false, '2023-12-31'), (5, 'y', '', null, null, '2024-01-01'),
    (6, 'a count_n', 'a', 6, true, '2024-01-15');
  CREATE TABLE tag (order_id INTEGER, word VARCHAR(20), FOREIGN KEY (order_id) REFERENCES orders (id));
  INSERT INTO tag VALUES (1, 'a'), (1, 'a'), (1, null), (2, 'b'), (null, 'z');
  CREATE TABLE house (street VARCHAR(20), nr INTEGER, PRIMARY KEY (street, nr));
  CREATE TABLE tenant (id INTEGER PRIMARY KEY, street VARCHAR(20), nr INTEGER,
    FOREIGN KEY (street, nr) REFERENCES house (street, nr));
  INSERT INTO house VALUES ('A', 1), ('A', 2), ('B', 1);
  INSERT INTO tenant VALUES (1, 'A', 1), (2, 'A', 1), (3, 'B', 1), (4, 'B', null);
  CREATE TABLE wide (id INTEGER PRIMARY KEY);
  INSERT INTO wide VALUES ${Array.from({ length: 200 }, (_, i) => `(${i + 1})`).join(', ')};`;

export const hidden = (id: string, alias = id) => ({ id, alias, selected: false });
export const by = (alias: string, asc = true, nulls?: string) => ({ alias, asc, ...(nulls && { nulls }) });
export const related = (id: string, from: string, ...attributes: object[]) => ({
  id,
  relation: { attr_parent: from },
  attributes,
});
export const rollup = (alias: string, entity: object, summary: string, given: object = {}) => ({
  alias,
  rollup: { entity, summary, ...given },
});
export const over = (alias: string, how: string, of: string, given: object = {}) => ({
  alias,
  over: { fn: how, of, ...given },
});
export const compare = (operator: string, alias: string, to: unknown) =>
  func(operator, { alias }, { value: to });
export const of = (id: string, attributes: object[], given: object = {}) => ({
  entities: [{ id, attributes }],
  ...given,
});
export const customers = (...fields: object[]) => of('customer', [{ id: 'name' }, ...fields]);

export const products = related(
  'product',
  'product_id',
  hidden('id', 'product'),
  hidden('title'),
  hidden('cost'),
);
export const items = related('item', 'id', hidden('id', 'item'), hidden('pieces'), { entity: products });
export const value = { alias: 'value', expr: fn('MUL', 'cost', 'pieces'), selected: false };
export const orders = (...fields: object[]) =>
  related('orders', 'id', hidden('id', 'order'), hidden('placed'), hidden('note'), ...fields);
export const lines = (...fields: object[]) =>
  related('line', 'id', hidden('id', 'line'), hidden('price'), hidden('quantity'), ...fields);
export const year = { alias: 'year', expr: fn('PART', 'placed', { value: 'year' }), selected: false };
export const ordered = orders({ entity: { ...items, attributes: [...items.attributes, value] } });
export const staff = (...fields: object[]) => of('staff', [{ id: 'name' }, ...fields]);
export const team = (...fields: object[]) =>
  related('staff', 'id', hidden('id', 'member'), hidden('pay'), ...fields);

export const tags = related('tag', 'id', hidden('word'));
export const doubled = { alias: 'doubled', expr: fn('MUL', 'inner', { value: 2 }), selected: false };

/** The name of a case, the request, and the rows of the answer. */
export type Case = readonly [string, object, unknown[][]];
