import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { startCommand } from '../support/command.ts';

const root = join(import.meta.dirname, '..', '..');
const script = join(root, 'scripts', 'start.mjs');
const start = () => startCommand(process.execPath, [script, '--port', '0'], { cwd: root });

describe('npm start', () => {
  // The first start may have something to build.
  beforeAll(async () => {
    await using service = await start();
    expect((await fetch(`${service.address}/api`)).status).toBe(200);
  });

  test('builds and installs nothing if nothing has changed', async () => {
    await using service = await start();
    expect(service.output()).not.toMatch(/Building|Installing/);
  });

  test('exits with 0 on SIGTERM', async () => {
    await using service = await start();
    process.kill(service.pid, 'SIGTERM');
    expect(await service.ended).toBe(0);
  });

  test('passes on parameters and exit codes', async () => {
    const refused = promisify(execFile)(process.execPath, [script, '--port', 'many'], { cwd: root });
    await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('many') });
  });

  test('ends when the shell in which npm started it is killed', async () => {
    await using service = await startCommand(
      'sh',
      ['-c', `"${process.execPath}" "${script}" --port 0; true`],
      {
        cwd: root,
        env: { ...process.env, npm_lifecycle_event: 'start' },
      },
    );
    process.kill(service.pid, 'SIGKILL');
    await service.ended;
    await expect(fetch(service.address)).rejects.toThrow('fetch failed');
  });
});
