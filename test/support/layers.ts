/** Tells which imports of the source code point the wrong way. */
import { posix } from 'node:path';
import { parseAst } from 'vite';

/** Each layer may import itself and the ones before it. */
const layers = ['contract', 'model', 'query', 'dialects', 'identity', 'app', 'http', 'cli'];

/** Layers that only compute: they run in a browser as well as on the server. */
const pureLayers = ['contract', 'model', 'query'];

/** The engine whose folder alone may use a driver package. */
const driverOwners: Record<string, string> = {
  'better-sqlite3': 'sqlite',
  mysql2: 'mysql',
  pg: 'postgres',
};

export interface SourceFile {
  /** Path from the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** One sentence for each import that breaks a rule. `dependencies` are the packages that users install too. */
export function layerViolations(files: readonly SourceFile[], dependencies: ReadonlySet<string>): string[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const reason = specifier.startsWith('.')
        ? wrongDirection(file.path, posix.join(posix.dirname(file.path), specifier))
        : wrongPackage(file.path, specifier, dependencies);
      return reason === undefined ? [] : [`${file.path} imports ${specifier}: ${reason}`];
    }),
  );
}

function wrongDirection(from: string, to: string): string | undefined {
  const target = placeOf(to);
  if (from.startsWith('web/')) {
    return to.startsWith('web/') || target.layer === 'contract'
      ? undefined
      : 'the front end may import the contract only';
  }
  const source = placeOf(from);
  if (!layers.includes(target.layer)) return `${source.layer} may import only layers of src`;
  if (layers.indexOf(target.layer) > layers.indexOf(source.layer)) {
    return `${source.layer} may not import ${target.layer}`;
  }
  const ownEngine = target.engine === source.engine;
  // The registry is the one place that knows which engines there are.
  if (target.engine !== undefined && !ownEngine && from !== 'src/dialects/registry.ts') {
    return `only the registry and ${target.engine} itself may import ${target.engine}`;
  }
  return undefined;
}

function wrongPackage(
  from: string,
  specifier: string,
  dependencies: ReadonlySet<string>,
): string | undefined {
  const source = placeOf(from);
  if (specifier.startsWith('node:')) {
    return from.startsWith('web/') || pureLayers.includes(source.layer)
      ? 'this code must run without Node'
      : undefined;
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const owner = driverOwners[name];
  if (owner !== undefined && source.engine !== owner) return `only the ${owner} dialect may use its driver`;
  if (from.startsWith('src/') && !dependencies.has(name)) return 'users do not get this package installed';
  return undefined;
}

/** The layer of a path of src, and the engine where it lies in the folder of one. */
function placeOf(path: string): { layer: string; engine: string | undefined } {
  const [top, layer = '', folder, ...rest] = path.split('/');
  if (top !== 'src') return { layer: '', engine: undefined };
  const isEngine = layer === 'dialects' && rest.length > 0 && folder !== 'base';
  return { layer, engine: isEngine ? folder : undefined };
}

const importingNodes = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

/** Everything that a file imports or exports from elsewhere: values and types, at once or lazily. */
export function importsOf(file: SourceFile): string[] {
  const found: string[] = [];
  visit(parseAst(file.text, { lang: file.path.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    if (!importingNodes.has(String(node.type)) || !isObject(node.source)) return;
    if (typeof node.source.value === 'string') found.push(node.source.value);
  });
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
