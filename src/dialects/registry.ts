// From a database URL to its dialect; drivers are loaded on demand.
import type { Dialect, DialectName } from './dialect.ts';
import type { DatabaseUrl } from './url.ts';

const loaders: Record<DialectName, () => Promise<Dialect>> = {
  sqlite: async () => (await import('./sqlite/dialect.ts')).sqlite,
  postgres: async () => (await import('./postgres/dialect.ts')).postgres,
  mysql: async () => (await import('./mysql/dialect.ts')).mysql,
  duckdb: async () => (await import('./duckdb/dialect.ts')).duckdb,
};

export async function loadDialect(url: DatabaseUrl): Promise<Dialect> {
  const dialect = await loaders[url.dialect]();
  if (url.several === undefined) return dialect;
  return (await import('./base/hosts/dialect.ts')).onSeveralHosts(dialect);
}
