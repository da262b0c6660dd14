/** The SQLite zoo. */
import type { Zoo } from '../zoo.ts';
import { graph } from './graph.ts';
import { keys } from './keys.ts';
import { types } from './types.ts';

export const sqliteZoo: Zoo = {
  engine: 'sqlite',
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  keyText: 'text',
  refersToItself: true,
  forbids: (name) => name.startsWith('sqlite_'),
  setUp: '',
  types,
  keys,
  graph,
  views: {
    plain: 'create view plain as select * from person',
    'of a view': 'create view "of a view" as select * from plain',
  },
  literal: (text) => `'${text.replaceAll("'", "''")}'`,
  slow: `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1000000000)
    select max(n) as done from numbers`,
  server: null,
};
