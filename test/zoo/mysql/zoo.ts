/** The zoo of MySQL and MariaDB. */
import type { Zoo } from '../zoo.ts';
import { graph } from './graph.ts';
import { keys } from './keys.ts';
import { types } from './types.ts';

const digits = 'select 0 as n union all select 1 union all select 2 union all select 3';
const manyDigits = Array.from({ length: 20 }, (_, i) => `(${digits}) as d${i}`).join(', ');

const ours = 'from information_schema.processlist where db = database() and id <> connection_id()';

export const mysqlZoo: Zoo = {
  engine: 'mysql',
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  keyText: 'varchar(64)',
  refersToItself: true,
  // Only characters of the basic plane, and no trailing space; the foreign key's own name must fit, too.
  forbids: (name) =>
    name === '' || name.endsWith(' ') || /[\u{10000}-\u{10ffff}]/u.test(name) || name.length > 56,
  // Invalid calendar dates are among the values that the engine can store.
  setUp: `set sql_mode = 'STRICT_ALL_TABLES,ALLOW_INVALID_DATES';`,
  types,
  keys,
  graph,
  views: {
    plain: 'create view plain as select * from person',
    'of a view': 'create view `of a view` as select * from plain',
  },
  literal: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
  slow: `select sum(d0.n * d19.n) as done from ${manyDigits}`,
  server: {
    sessions: `select count(*) ${ours}`,
    busy: `select count(*) ${ours} and command <> 'Sleep'`,
  },
};
