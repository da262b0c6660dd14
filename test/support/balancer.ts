/** A real load balancer in front of several instances, configured as documented. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryFolder } from './folders.ts';
import { needs, providePrograms } from './programs.ts';

export interface Balancer extends AsyncDisposable {
  readonly base: string;
}

/** The documentation's example, with these ports in place of its addresses. */
function configuration(port: number, instances: readonly number[]): string {
  const page = readFileSync(new URL('../../docs/running-more-than-one.md', import.meta.url), 'utf8');
  const example = /```haproxy\n(.*?)```/s.exec(page)?.[1];
  if (example === undefined) throw new Error('the page shows no configuration');
  let next = 0;
  return example
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(/10\.0\.0\.\d+:8080/g, () => `127.0.0.1:${instances[next++]}`);
}

export async function startBalancer(instances: readonly number[]): Promise<Balancer> {
  const [program = ''] = await providePrograms(needs.haproxy);
  const port = await freePort();
  const file = join(await temporaryFolder(), 'haproxy.cfg');
  await writeFile(file, configuration(port, instances));
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const base = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  for (let tries = 0; !(await isReady()); tries++) {
    if (child.exitCode !== null || tries > 600) throw new Error(`The balancer is not ready: ${output}`);
    await delay(50);
  }
  return {
    base,
    [Symbol.asyncDispose]: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return address.port;
}
