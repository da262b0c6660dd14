/** What every start loads: a library that few users need would slow down every start. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../dist/server/app');
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');

/** The files that a file imports statically, without dynamic imports. */
function loadedWith(file: string, met = new Set<string>()): Set<string> {
  if (met.has(file)) return met;
  met.add(file);
  for (const [, name = ''] of textOf(file).matchAll(/^(?:import|export) [^;]*?"\.\/([^"]+)";$/gm))
    loadedWith(name, met);
  return met;
}

const [, serve = ''] = /import\("\.\/(serve-[^"]+)"\)/.exec(textOf('main.js')) ?? [];
const loaded = [...loadedWith('main.js'), ...loadedWith(serve)];
const all = globSync('*.js', { cwd: folder }).map((file) => basename(file));
const withText = (files: readonly string[], text: string) =>
  files.filter((file) => textOf(file).includes(text));

test('a start does not load the library for assistants', () => {
  const library = '// node_modules/@modelcontextprotocol/';
  expect(withText(all, library)).not.toEqual([]);
  expect(withText(loaded, library)).toEqual([]);
});

test('a start does not import node:http', () => {
  expect(loaded.length).toBeGreaterThan(20);
  expect(withText(loaded, 'from "node:http"')).toEqual([]);
});
