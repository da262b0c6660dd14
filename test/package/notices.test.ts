/** The bundles name the authors of everything they contain, with the licences. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { noticesOf } from '../../scripts/notices.mjs';
import { temporaryFolder } from '../support/folders.ts';

const Manifest = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });
const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Maps the name of a package to its notice. */
function noticesIn(path: string): Map<string, string> {
  const [, ...parts] = read(path).split(/^-{80}\n/m);
  return new Map(parts.map((part) => [part.split(' ')[0] ?? '', part]));
}

const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

/** The packages that the bundler's comments name as sources of modules. */
function packagesInServer(): Set<string> {
  const code = globSync('dist/server/app/*.js', { cwd: root }).map(read).join('\n');
  const modules = code.matchAll(/^\/\/(?:#region)? (?:\S*\/)?node_modules\/(\S+)/gm);
  return new Set([...modules].map(([, path = '']) => packageOf(path)));
}

/** The packages that the page's own files import, except for type-only imports. */
function packagesOfPage(): Set<string> {
  const files = globSync('web/**/*.{ts,tsx,css}', { cwd: root }).filter(
    (file) => !/\.test\.|vite\.config/.test(file),
  );
  const imports = files.flatMap((file) => [
    ...read(file).matchAll(
      /^(?:import|export)\s+(?!type\b)(?:[^'"]*?from\s+)?['"]([^'".][^'"]*)['"]|import\(\s*['"]([^'".][^'"]*)['"]/gm,
    ),
  ]);
  const names = imports.map(([, fixed, late]) => packageOf(fixed ?? late ?? ''));
  return new Set(names.filter((name) => !builtinModules.includes(name.replace(/^node:/, ''))));
}

test('every package in the server has a notice', () => {
  const packages = packagesInServer();
  expect(packages.size).toBeGreaterThan(30);
  const named = noticesIn('dist/server/app/THIRD-PARTY-NOTICES.txt');
  expect([...packages].filter((name) => !named.has(name))).toEqual([]);
});

test('every package that the page imports has a notice', () => {
  const packages = packagesOfPage();
  expect(packages.size).toBeGreaterThan(8);
  const named = noticesIn('dist/web/THIRD-PARTY-NOTICES.txt');
  // A package that only re-exports others leaves no code of its own in the bundle.
  const passesOn = (name: string) => {
    const { dependencies } = Manifest.parse(JSON.parse(read(`node_modules/${name}/package.json`)));
    return Object.keys(dependencies).some((other) => named.has(other));
  };
  expect([...packages].filter((name) => !named.has(name) && !passesOn(name))).toEqual([]);
  // Their dependencies, and a font, which is not code.
  expect([...named.keys()]).toEqual(expect.arrayContaining(['scheduler', '@fontsource-variable/inter']));
});

test.each(['dist/server/app', 'dist/web'])(
  'all notices in %s contain the text of their licence',
  (folder) => {
    const short = [...noticesIn(`${folder}/THIRD-PARTY-NOTICES.txt`)].filter(
      ([name, text]) => !/^\S+ \d+\.\d+\.\d+\S* \(.+\)\n/.test(text) || text.length < name.length + 400,
    );
    expect(short).toEqual([]);
  },
);

test('a package without a licence stops the build, and one that names MIT gets its text', async () => {
  const folder = await temporaryFolder();
  const make = (name: string, more: object) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...more }));
    return join(folder, name);
  };
  expect(noticesOf([make('kind', { license: 'MIT', author: { name: 'A. Nobody' } })])).toMatch(
    /^kind 1\.0\.0 \(MIT\)\n\nMIT License\n\nCopyright \(c\) A\. Nobody\n/m,
  );
  expect(() => noticesOf([make('silent', {})])).toThrow('brings no licence');
  expect(() => noticesOf([make('other', { license: 'BSD-3-Clause' })])).toThrow('brings no licence');
});
