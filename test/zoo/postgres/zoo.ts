/** The PostgreSQL zoo. */
import type { Zoo } from '../zoo.ts';
import { graph } from './graph.ts';
import { keys } from './keys.ts';
import { types } from './types.ts';

const setUp = `
  create extension if not exists citext;
  create extension if not exists hstore;
  create type mood as enum ('sad', 'say "hi"', 'ünï,code', '');
  create type pair as (number integer, label text);
  create type textrange as range (subtype = text);
  create domain short as varchar(5);
  create domain shorter as short check (length(value) < 5);
  create domain free as text;
  create domain positive as bigint check (value > 0);
  create domain amount as numeric(10, 2);
  create domain flag as boolean;
  create domain blob as bytea;
  create domain feeling as mood;
  create domain document as jsonb;
  create domain several as integer[];`;

/** Excluding the session that asks, which a pooler may have taken from the service. */
const ours = `from pg_stat_activity where datname = current_database() and application_name = 'joinery'
  and pid <> pg_backend_pid()`;

export const postgresZoo: Zoo = {
  engine: 'postgres',
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  keyText: 'text',
  refersToItself: true,
  forbids: (name) => name === '' || Buffer.byteLength(name) > 63,
  setUp,
  types,
  keys,
  graph,
  views: {
    plain: 'create view plain as select * from person',
    'of a view': 'create view "of a view" as select * from plain',
    materialised: 'create materialized view materialised as select id, name from person',
  },
  literal: (text) => `'${text.replaceAll("'", "''")}'`,
  slow: 'select pg_sleep(600)::text as done',
  server: {
    sessions: `select count(*)::int ${ours}`,
    busy: `select count(*)::int ${ours} and state <> 'idle'`,
  },
};
