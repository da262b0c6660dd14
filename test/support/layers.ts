/** Finds imports in the source code that violate the layering. */
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

/** Layers that use only the contract, and know nothing of databases. */
const leaves = ['tabular'];

/** Purely computational layers: they run in a browser as well as on the server. */
const pureLayers = ['contract', 'model', 'query'];

/** The engine whose folder is the only one that may import a driver package. */
const driverOwners: Record<string, string> = {
  '@duckdb/node-api': 'duckdb',
  'better-sqlite3': 'sqlite',
  mysql2: 'mysql',
  pg: 'postgres',
};

/** The files that know all engines: for databases, and for stores. */
const registries = ['src/dialects/registry.ts', 'src/store/open.ts'];

/** One sentence for each import that breaks a rule. `dependencies` are the packages that users install, too. */
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

/** The layer of a path in src, and its engine if it is in an engine's folder. */
function placeOf(path: string): { layer: string; engine: string | undefined } {
  const [top, layer = '', folder, ...rest] = path.split('/');
  if (top !== 'src') return { layer: '', engine: undefined };
  const isEngine = layer === 'dialects' && rest.length > 0 && folder !== 'base';
  // The store has engine-specific files, which count like files in the engine's folder.
  const ofStore =
    layer === 'store' ? /^(sqlite|postgres|mysql)(?:-\w+)?\.ts$/.exec(folder ?? '')?.[1] : undefined;
  return { layer, engine: isEngine ? folder : ofStore };
}
