#!/usr/bin/env node
// The command: reads its parameters, opens the database, serves, and stops in good order.
import { pino } from 'pino';
import { OpenDatabase } from '../app/database.ts';
import { parseDatabaseUrl } from '../dialects/url.ts';
import { buildServer } from '../http/server.ts';

const args = process.argv.slice(2);
const value = (name: string, fallback: string) => {
  const i = args.indexOf(name);
  return i < 0 ? fallback : (args[i + 1] ?? fallback);
};
const logger = pino({ level: 'info' }, pino.destination(2));
const url = parseDatabaseUrl(value('--database', 'sqlite:///dist/demo.sqlite'));
const database = await OpenDatabase.open(url, {
  poolSize: 4,
  statementTimeoutMs: 60_000,
  poolWaitMs: 10_000,
  onWarning: (message) => logger.warn(message),
});
const app = await buildServer({ database, hosts: { baseUrl: null, allowedHosts: [] }, logger });
await app.listen({
  port: Number(value('--port', '8080')),
  host: '127.0.0.1',
  listenTextResolver: () => 'listening',
});
const [address] = app.addresses();
const port = typeof address === 'object' ? address.port : 0;
process.stdout.write(`Joinery is ready at http://localhost:${port}\n`);
