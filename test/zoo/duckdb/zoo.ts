/** The DuckDB zoo. */
import type { Zoo } from '../zoo.ts';
import { graph } from './graph.ts';
import { keys } from './keys.ts';
import { types } from './types.ts';

export const duckdbZoo: Zoo = {
  engine: 'duckdb',
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  keyText: 'varchar',
  refersToItself: false,
  forbids: (name) => name === '',
  setUp: `create type mood as enum ('sad', 'say "hi"', 'ünï,code', '', 'it''s');`,
  types,
  keys,
  graph,
  views: {
    plain: 'create view plain as select * from person',
    'of a view': 'create view "of a view" as select * from plain',
  },
  literal: (text) => `'${text.replaceAll("'", "''")}'`,
  slow: 'select sum(hash(a.range + b.range))::varchar as done from range(10000000) a, range(10000000) b',
  server: null,
};
