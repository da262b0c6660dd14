/** Tells which imports of the source code point the wrong way. */
import { posix } from 'node:path';
import { importsOf, packageOf, type SourceFile } from './imports.ts';
import { wrongDirectionInWeb, wrongPackageInWeb } from './web-layers.ts';

/** Each layer may import itself and the ones before it. */
const layers = [
  'contract',
  'model',
  'query',
  'tabular',
  'dialects',
  'store',
  'identity',
  'app',
  'mcp',
  'http',
  'cli',
];

/** Layers that know the contract alone, and nothing of databases. */
const leaves = ['tabular'];

/** Layers that only compute: they run in a browser as well as on the server. */
const pureLayers = ['contract', 'model', 'query'];

/** The engine whose folder alone may use a driver package. */
const driverOwners: Record<string, string> = {
  '@duckdb/node-api': 'duckdb',
  'better-sqlite3': 'sqlite',
  mysql2: 'mysql',
  pg: 'postgres',
};

/** The places that know which engines there are: of databases, and of stores. */
const registries = ['src/dialects/registry.ts', 'src/store/open.ts'];

/** One sentence for each import that breaks a rule. `dependencies` are the packages that users install too. */
export function layerViolations(files: readonly SourceFile[], dependencies: ReadonlySet<string>): string[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap(({ specifier, atRunTime }) => {
      const inWeb = file.path.startsWith('web/');
      const target = posix.join(posix.dirname(file.path), specifier);
      const reason = specifier.startsWith('.')
        ? inWeb
          ? wrongDirectionInWeb(file.path, target, atRunTime)
          : wrongDirection(file.path, target)
        : inWeb
          ? wrongPackageInWeb(file.path, specifier)
          : wrongPackage(file.path, specifier, dependencies);
      return reason === undefined ? [] : [`${file.path} imports ${specifier}: ${reason}`];
    }),
  );
}

function wrongDirection(from: string, to: string): string | undefined {
  const target = placeOf(to);
  const source = placeOf(from);
  if (!layers.includes(target.layer)) return `${source.layer} may import only layers of src`;
  if (layers.indexOf(target.layer) > layers.indexOf(source.layer)) {
    return `${source.layer} may not import ${target.layer}`;
  }
  if (leaves.includes(source.layer) && ![source.layer, 'contract'].includes(target.layer)) {
    return `${source.layer} may import the contract only`;
  }
  const ownEngine = target.engine === source.engine;
  if (target.engine !== undefined && !ownEngine && !registries.includes(from)) {
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
    return pureLayers.includes(source.layer) ? 'this code must run without Node' : undefined;
  }
  const name = packageOf(specifier);
  const owner = driverOwners[name];
  if (owner !== undefined && source.engine !== owner) return `only the ${owner} dialect may use its driver`;
  if (!dependencies.has(name)) return 'users do not get this package installed';
  return undefined;
}

/** The layer of a path of src, and the engine where it lies in the folder of one. */
function placeOf(path: string): { layer: string; engine: string | undefined } {
  const [top, layer = '', folder, ...rest] = path.split('/');
  if (top !== 'src') return { layer: '', engine: undefined };
  const isEngine = layer === 'dialects' && rest.length > 0 && folder !== 'base';
  // The store has files for each engine, which belong to it as its folder does.
  const ofStore =
    layer === 'store' ? /^(sqlite|postgres|mysql)(?:-\w+)?\.ts$/.exec(folder ?? '')?.[1] : undefined;
  return { layer, engine: isEngine ? folder : ofStore };
}
