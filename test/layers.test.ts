import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { circles, importsOf, type SourceFile } from './support/imports.ts';
import { layerViolations } from './support/layers.ts';

const root = join(import.meta.dirname, '..');

function sourceFiles(): SourceFile[] {
  return globSync('{src,web}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$|(^|\/)vite\.config\.ts$/.test(path))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }));
}

const sources = sourceFiles();

test('every import of src and web points in the right direction', () => {
  expect(sources.length).toBeGreaterThan(50);
  const { dependencies, peerDependencies } = packageJson;
  expect(layerViolations(sources, new Set(Object.keys({ ...dependencies, ...peerDependencies })))).toEqual(
    [],
  );
});

test('no file of src or web imports itself, directly or indirectly', () => {
  expect(circles(sources)).toEqual([]);
});

describe('the checker', () => {
  const check = (path: string, text: string) => layerViolations([{ path, text }], new Set(['zod', 'pg']));

  test.each([
    ['src/http/server.ts', `import { open } from '../app/database.ts'`],
    ['src/model/keys.ts', `import type { Problem } from '../contract/problem.ts'`],
    ['src/model/keys.ts', `import { split } from './names.ts'`],
    ['src/contract/record.ts', `import { z } from 'zod'`],
    ['src/dialects/postgres/run.ts', `import pg from 'pg'; import { quote } from './names.ts'`],
    ['src/dialects/postgres/run.ts', `import type { Dialect } from '../dialect.ts'`],
    ['src/dialects/registry.ts', `const load = () => import('./sqlite/dialect.ts')`],
    ['src/app/files.ts', `import { open } from 'node:fs/promises'`],
    ['src/tabular/records.ts', `import { membersOf } from '../contract/json-parts.ts'`],
    ['src/dialects/duckdb/files/load.ts', `import { openTabular } from '../../../tabular/open.ts'`],
    ['web/api/client.ts', `import type { Problem } from '../../src/contract/problem.ts'`],
    ['web/api/client.ts', `import { bucketNames } from '../../src/contract/buckets.ts'`],
    ['web/App.tsx', `import { Grid } from './result/grid/Grid.tsx'; import { useState } from 'react'`],
    ['web/query/file.ts', `import { plainText } from '../values/text.ts'`],
    ['web/rail/Rail.tsx', `import { useWorkbench } from '../workbench/context.ts'`],
    ['web/workbench/page/tabs.ts', `const chart = () => import('../../charts/ChartTab.tsx')`],
    ['web/messages/en/rail.ts', `import type { Period } from '../../query/relative.ts'`],
  ])('accepts %s: %s', (path, text) => {
    expect(check(path, text)).toEqual([]);
  });

  test.each([
    ['src/model/keys.ts', `import { open } from '../app/database.ts'`, 'model may not import app'],
    ['src/model/keys.ts', `import type { Open } from '../app/database.ts'`, 'model may not import app'],
    ['src/tabular/records.ts', `import { keyOf } from '../model/keys.ts'`, 'the contract only'],
    ['src/query/plan.ts', `export * from '../dialects/dialect.ts'`, 'query may not import dialects'],
    ['src/app/open.ts', `const later = await import('../http/server.ts')`, 'app may not import http'],
    ['src/app/open.ts', `type Server = import('../http/server.ts').Server`, 'app may not import http'],
    [
      'src/app/open.ts',
      `import { run } from '../dialects/mysql/run.ts'`,
      'only the registry and mysql itself',
    ],
    ['src/dialects/mysql/run.ts', `import '../postgres/run.ts'`, 'only the registry and postgres itself'],
    ['src/dialects/shared.ts', `import './postgres/run.ts'`, 'only the registry and postgres itself'],
    ['src/cli/main.ts', `import { demo } from '../../demo/build.ts'`, 'only layers of src'],
    ['src/app/open.ts', `import pg from 'pg'`, 'only the postgres dialect'],
    ['src/dialects/mysql/run.ts', `import type { Client } from 'pg'`, 'only the postgres dialect'],
    ['src/dialects/postgres/run.ts', `import Cursor from 'pg-cursor'`, 'not get this package'],
    ['src/app/open.ts', `import { useState } from '@scope/tool/part'`, 'not get this package'],
    ['src/query/plan.ts', `import { join } from 'node:path'`, 'without Node'],
    ['web/api/client.ts', `import { join } from 'node:path'`, 'without Node'],
    ['web/App.tsx', `import { plan } from '../src/query/plan.ts'; const a = <b />`, 'the contract only'],
    ['web/App.tsx', `import { build } from '../demo/build.ts'`, 'the contract only'],
    ['web/api/client.ts', `import { GridAnswer } from '../../src/contract/grid.ts'`, 'takes types from the'],
    [
      'web/values/text.ts',
      `import type { Filter } from '../query/filters.ts'`,
      'values may not import query',
    ],
    ['web/query/find.ts', `import { Grid } from '../result/grid/Grid.tsx'`, 'query may not import result'],
    ['web/ui/Menu.tsx', `import { show } from '../values/show.ts'`, 'ui may not import values'],
    ['web/messages/en/rail.ts', `import { t } from '../../query/relative.ts'`, 'messages may not import'],
    ['web/workbench/context.ts', `import '../rail/Rail.tsx'`, 'workbench may not import rail'],
    ['web/query/find.ts', `import { useMemo } from 'react'`, 'without React'],
    ['web/query/find.ts', `import { useStore } from '../ui/useStore.ts'`, 'without React'],
    ['web/values/Text.tsx', `import { show } from 'd3-scale'`, 'without React'],
    ['web/attic/box.ts', `import { show } from '../values/show.ts'`, 'not on the map'],
  ])('refuses %s: %s', (path, text, reason) => {
    expect(check(path, text)).toEqual([expect.stringContaining(reason)]);
  });

  test('finds imports among other code, and none in comments or texts', () => {
    const text = `// import a from 'a'
      const text = "import b from 'b'";
      function late() { return import('c'); }
      export { d } from 'd';`;
    const found = importsOf({ path: 'src/x.ts', text }).map(({ specifier }) => specifier);
    expect(found.sort()).toEqual(['c', 'd']);
  });

  test.each([
    [`import type { A } from './a.ts'`, false],
    [`export type { A } from './a.ts'`, false],
    [`type A = import('./a.ts').A`, false],
    [`import { type A } from './a.ts'`, true],
    [`import { a } from './a.ts'`, true],
    [`import './a.ts'`, true],
    [`export * from './a.ts'`, true],
    [`const late = () => import('./a.ts')`, true],
  ])('%s exists at run time: %s', (text, atRunTime) => {
    expect(importsOf({ path: 'src/x.ts', text })).toEqual([{ specifier: './a.ts', atRunTime }]);
  });
});

describe('circles', () => {
  const files = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([path, text]) => ({ path, text }));

  test('are reported with their path', () => {
    const found = circles(
      files({
        'web/a.ts': `import './b/b.ts'`,
        'web/b/b.ts': `import { c } from '../c.ts'`,
        'web/c.ts': `const late = () => import('./b/b.ts')`,
      }),
    );
    expect(found).toEqual(['web/b/b.ts → web/c.ts → web/b/b.ts']);
  });

  test('are not reported for type-only imports, or for two ways to one file', () => {
    const found = circles(
      files({
        'web/a.ts': `import './b.ts'; import './c.ts'`,
        'web/b.ts': `import type { A } from './a.ts'; import './c.ts'`,
        'web/c.ts': '',
      }),
    );
    expect(found).toEqual([]);
  });
});
