import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const schema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const { packages } = schema.parse(
  JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')),
);

test('the lock file names no registry', () => {
  expect(Object.keys(packages).filter((path) => packages[path]?.resolved !== undefined)).toEqual([]);
});

test('the lock file has the checksum of every package, even of those for other platforms', () => {
  const without = Object.entries(packages).filter(
    ([path, { integrity = '' }]) => path !== '' && !/^sha512-[\w+/]{86}==$/.test(integrity),
  );
  expect(without.map(([path]) => path)).toEqual([]);
});

test('the lock file has the binaries of every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isFoundFrom(path, name)),
  );
  expect(missing).toEqual([]);
});

/** Resolves a package like Node: beside the package that requires it, then in each parent folder. */
function isFoundFrom(path: string, name: string): boolean {
  const beside = path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`;
  if (beside in packages) return true;
  return path !== '' && isFoundFrom(path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0)), name);
}
