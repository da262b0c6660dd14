/** The engines that tests run against, and which of them need a server. */
export type ServerEngine = 'postgres' | 'mysql';
/** Engines whose databases other programs may write to while the service reads them. */
export type LiveEngine = 'sqlite' | ServerEngine;
export type Engine = LiveEngine | 'duckdb';

export const engines: readonly Engine[] = ['sqlite', 'postgres', 'mysql', 'duckdb'];
export const liveEngines: readonly LiveEngine[] = ['sqlite', 'postgres', 'mysql'];
export const serverEngines: readonly ServerEngine[] = ['postgres', 'mysql'];

/** Environment variables that name a server to use instead of a private one. */
export const addressVariable: Record<ServerEngine, string> = {
  postgres: 'JOINERY_TEST_POSTGRES',
  mysql: 'JOINERY_TEST_MYSQL',
};

/** Set by the test run if the named server is MySQL itself, which lacks some of MariaDB's features. */
export const isMysqlVariable = 'JOINERY_TEST_MYSQL_ITSELF';
export const isMariadb = !process.env[isMysqlVariable];
