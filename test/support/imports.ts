/** The imports of source files, and their cycles. */
import { posix } from 'node:path';
import { parseAst } from 'vite';

export interface SourceFile {
  /** Path from the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly specifier: string;
  /** False for type-only imports, which do not exist at run time. */
  readonly atRunTime: boolean;
}

const importingNodes = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

/** Cached, because parsing all files takes seconds, and several checks need them. */
const known = new WeakMap<SourceFile, readonly Import[]>();

/** Everything that a file imports or re-exports: values and types, static or dynamic. */
export function importsOf(file: SourceFile): readonly Import[] {
  const imports = known.get(file) ?? parsedImports(file);
  known.set(file, imports);
  return imports;
}

function parsedImports(file: SourceFile): Import[] {
  const found: Import[] = [];
  visit(parseAst(file.text, { lang: file.path.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    if (!importingNodes.has(String(node.type)) || !isObject(node.source)) return;
    const isType = node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type';
    if (typeof node.source.value === 'string')
      found.push({ specifier: node.source.value, atRunTime: !isType });
  });
  return found;
}

/** The package of a specifier. */
export function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** The cycles of run-time imports, each listed once, as a path. */
export function circles(files: readonly SourceFile[]): string[] {
  const targets = new Map(
    files.map((file) => [
      file.path,
      importsOf(file)
        .filter(({ specifier, atRunTime }) => atRunTime && specifier.startsWith('.'))
        .map(({ specifier }) => posix.join(posix.dirname(file.path), specifier)),
    ]),
  );
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) found.push([...way.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    for (const target of targets.get(path) ?? []) walk(target, [...way, path]);
    done.add(path);
  };
  for (const path of targets.keys()) walk(path, []);
  return found;
}

function visit(node: unknown, see: (node: Record<string, unknown>) => void): void {
  if (Array.isArray(node)) for (const item of node) visit(item, see);
  else if (isObject(node)) {
    see(node);
    for (const part of Object.values(node)) visit(part, see);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
