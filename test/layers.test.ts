import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { importsOf, layerViolations, type SourceFile } from './support/layers.ts';

const root = join(import.meta.dirname, '..');

function sourceFiles(): SourceFile[] {
  return globSync('{src,web}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$|(^|\/)vite\.config\.ts$/.test(path))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }));
}

test('every import of src and web points the right way', () => {
  const files = sourceFiles();
  expect(files.length).toBeGreaterThan(50);
  expect(layerViolations(files, new Set(Object.keys(packageJson.dependencies)))).toEqual([]);
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
    ['web/api/client.ts', `import type { Problem } from '../../src/contract/problem.ts'`],
    ['web/App.tsx', `import { Grid } from './grid/Grid.tsx'; import { useState } from 'react'`],
  ])('accepts %s: %s', (path, text) => {
    expect(check(path, text)).toEqual([]);
  });

  test.each([
    ['src/model/keys.ts', `import { open } from '../app/database.ts'`, 'model may not import app'],
    ['src/model/keys.ts', `import type { Open } from '../app/database.ts'`, 'model may not import app'],
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
  ])('refuses %s: %s', (path, text, reason) => {
    expect(check(path, text)).toEqual([expect.stringContaining(reason)]);
  });

  test('sees an import among other code, and none in a comment or a text', () => {
    const text = `// import a from 'a'
      const text = "import b from 'b'";
      function late() { return import('c'); }
      export { d } from 'd';`;
    expect(importsOf({ path: 'src/x.ts', text }).sort()).toEqual(['c', 'd']);
  });
});
