import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';

const servers = new URL('servers.ts', import.meta.url).href;
const run = new URL('run.ts', import.meta.url).href;

/** A test run in a process of its own: starts a server, prints its address, and then hangs. */
const hangingRun = `
  const { default: beginRun } = await import(${JSON.stringify(run)});
  await beginRun();
  const { startServer } = await import(${JSON.stringify(servers)});
  const { url } = await startServer(process.argv[1]);
  console.log(JSON.stringify({ folder: process.env.JOINERY_TEST_FOLDER, port: Number(new URL(url).port) }));
  setInterval(() => {}, 1_000);
`;
const place = z.object({ folder: z.string(), port: z.number() });

test.each([
  ['postgres', 'SIGKILL'],
  ['mysql', 'SIGTERM'],
] as const)('a %s server is removed after its test run is ended by %s', async (engine, signal) => {
  const runner = spawn(process.execPath, ['--input-type=module', '-e', hangingRun, engine], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: runner.stdout }), 'line');
  const { folder, port } = place.parse(JSON.parse(line));
  expect(existsSync(folder)).toBe(true);
  runner.kill(signal);
  // The folder is removed last, after the servers in it.
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 20_000, interval: 100 });
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
    cause: expect.objectContaining({ code: 'ECONNREFUSED' }),
  });
});
