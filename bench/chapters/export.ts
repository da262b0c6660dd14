// The export of everything, against the engine's own command-line client writing the same rows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Engine } from '../../test/support/engines.ts';
import { duration, type Figures, inTurns, measure, medianFigures } from '../measure.ts';
import { type Line, rateLine, valueLine } from '../report.ts';
import { startJoinery } from '../subject.ts';
import { exportCall, exportSql } from '../workloads.ts';
import type { Chapter } from './chapter.ts';

interface Command {
  readonly program: string;
  readonly parameters: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const clients: Record<Engine, (url: URL, sql: string) => Command> = {
  sqlite: ({ pathname }, sql) => ({
    program: 'sqlite3',
    parameters: ['-readonly', '-csv', '-header', pathname.replace(/^\/(?=\/)/, ''), sql],
  }),
  postgres: ({ href }, sql) => ({
    program: 'psql',
    parameters: [href, '-qc', `\\copy (${sql}) to stdout with (format csv, header)`],
  }),
  mysql: ({ hostname, port, username, password, pathname }, sql) => ({
    program: 'mariadb',
    parameters: [
      ...['--quick', '--batch', '--protocol', 'tcp'],
      ...['-h', hostname, '-P', port, '-u', username, pathname.slice(1), '-e', sql],
    ],
    env: { MYSQL_PWD: decodeURIComponent(password) },
  }),
};

async function runClient(engine: Engine, url: string, sql: string): Promise<void> {
  const { program, parameters, env } = clients[engine](new URL(url), sql);
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  child.stdout.resume();
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}

/** So many clients at once, each with its part of the rows. */
async function timeClients(engine: Engine, url: string, statements: readonly string[]): Promise<Figures> {
  const begin = performance.now();
  await Promise.all(statements.map((sql) => runClient(engine, url, sql)));
  const milliseconds = performance.now() - begin;
  return duration(milliseconds, { rate: (statements.length * 1_000) / milliseconds });
}

export const exports: Chapter = async ({ engine, url }, { sizes, repeats }) => {
  const lines: Line[] = [];
  for (const connections of [1, 32]) {
    await using joinery = await startJoinery(url);
    const perClient = Math.ceil(sizes.orders / connections);
    const parts = Array.from({ length: connections }, (_, i) =>
      connections === 1 ? null : { from: i * perClient + 1, to: (i + 1) * perClient },
    );
    const statements = parts.map(exportSql);
    const calls = parts.map(exportCall);
    const rounds = await inTurns(
      { repeats },
      () => timeClients(engine, url, statements),
      () => measure(joinery, calls, { connections, until: { answers: connections } }),
    );
    const name = `CSV export of ${sizes.lines.toLocaleString('en')} lines joined with three tables`;
    const heading = (more: string) => ({
      engine,
      workload: `${name}${connections === 1 ? '' : ', each client a part'}${more}`,
      connections,
    });
    const memory = medianFigures(rounds.b).memoryAboveRest / 2 ** 20;
    lines.push(
      rateLine(heading(', against the engine’s own client'), rounds, engine === 'sqlite' ? 1.0 : 0.9),
      valueLine(heading(': memory above rest'), memory, 'MB', { atMost: 64 }),
    );
  }
  return lines;
};
