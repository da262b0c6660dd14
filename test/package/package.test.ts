import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { startCommand } from '../support/command.ts';
import { temporaryFolder } from '../support/folders.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const packed = z.array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }));

/** An npm run inside another inherits its settings, which a user's run would not have. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$|VITEST)/i.test(name)),
);

describe('the package', () => {
  let files: string[];
  let folder: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    // The build is up to date when tests run, so packing does not build again.
    const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const { stdout } = await run('npm', packing, { cwd: root, env: environment });
    const [tarball] = packed.parse(JSON.parse(stdout));
    files = tarball?.files.map(({ path }) => path) ?? [];
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    const installing = ['install', join(folder, tarball?.filename ?? ''), '--omit=dev', '--prefer-offline'];
    await run('npm', [...installing, '--no-audit', '--no-fund'], { cwd: folder, env: environment });
  }, 300_000);

  test('contains the command, the service, the page and the demo', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'bin/joinery.mjs',
        'dist/demo.sqlite',
        'dist/server/app/THIRD-PARTY-NOTICES.txt',
        'dist/server/app/main.js',
        'dist/web/THIRD-PARTY-NOTICES.txt',
        'dist/web/index.html',
      ]),
    );
  });

  test('contains nothing that only developers need', () => {
    const outside = files.filter((path) => !/^(bin\/|dist\/|package\.json$|LICENSE$|README\.md$)/.test(path));
    expect(outside).toEqual([]);
    expect(files.filter((path) => /\.ts$|\.tsbuildinfo$|\.test\./.test(path))).toEqual([]);
  });

  test('installs no package that only the build needs', () => {
    expect(existsSync(join(folder, 'node_modules', 'react'))).toBe(false);
    expect(existsSync(join(folder, 'node_modules', 'vite'))).toBe(false);
  });

  test('prints its version', async () => {
    const { stdout } = await run('npx', ['--no-install', 'joinery', '--version'], {
      cwd: folder,
      env: environment,
    });
    expect(stdout.trim()).toBe(packageJson.version);
  });

  test('serves the page and the demo, and ends on SIGTERM', async () => {
    await using joinery = await startCommand('npx', ['--no-install', 'joinery', '--port', '0'], {
      cwd: folder,
      env: environment,
    });

    const page = await fetch(joinery.address);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const html = await page.text();
    const script = /src="([^"]+\.js)"/.exec(html)?.[1] ?? '';
    expect((await fetch(new URL(script, `${joinery.address}/`))).status).toBe(200);

    const schema = await fetch(`${joinery.address}/api/database`);
    expect(schema.status).toBe(200);
    const { entities } = z.object({ entities: z.record(z.string(), z.unknown()) }).parse(await schema.json());
    expect(Object.keys(entities)).toEqual(expect.arrayContaining(['Artist', 'Album', 'Track', 'Invoice']));

    const artist = await fetch(`${joinery.address}/api/database/tables/Artist/recs/[1]`);
    expect(await artist.json()).toMatchObject({ ArtistId: 1 });

    process.kill(-joinery.pid, 'SIGTERM');
    await joinery.ended;
    await expect(fetch(joinery.address)).rejects.toThrow('fetch failed');
  });

  test('names the version of Node that it needs', async () => {
    const launcher = await readFile(join(folder, 'node_modules', 'joinery', 'bin', 'joinery.mjs'), 'utf8');
    // A named import of something that an older Node lacks fails before any message is printed.
    expect(launcher).not.toMatch(/^import \{/m);
    const elsewhere = join(folder, 'older.mjs');
    // Simulates an older Node: the launcher with that version, and nothing beside it to import.
    await writeFile(
      elsewhere,
      `Object.defineProperty(process.versions, 'node', { value: '20.19.4' });\n${launcher.replace(/^#!.*/, '')}`,
    );
    await expect(run(process.execPath, [elsewhere])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^joinery needs Node 22\.18 or newer/),
    });
  });
});
