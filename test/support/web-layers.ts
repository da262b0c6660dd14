/** Finds imports in the front end that violate the layering. */
import { packageOf } from './imports.ts';

/** Each layer may import itself and the ones before it. */
const layers = ['messages', 'state', 'api', 'ui', 'model', 'values', 'query', 'answers'];

/** Rooms may import all layers, themselves, and the rooms before them. */
const rooms = [
  'why',
  'library',
  'account',
  'edit',
  'assistants',
  'import',
  'workbench',
  'result',
  'record',
  'rail',
  'access',
  'code',
  'charts',
  'map',
  'library/page',
  'dashboards',
  'workbench/page',
  'home',
  'login',
  'help',
  'shell',
];

/** Files at the top of `web/` combine the rooms. */
const order = [...layers, ...rooms, ''];

/** Purely computational layers: no components, no hooks, testable without a page. */
const pureLayers = ['messages', 'state', 'api', 'model', 'values', 'query'];

/** Contract files without schemas, whose exports may be bundled for the browser. */
const lightContract = [
  'audit-actions.ts',
  'buckets.ts',
  'engines.ts',
  'formats.ts',
  'import-modes.ts',
  'mode-types.ts',
  'record-properties.ts',
  'summaries.ts',
  'wall-clock.ts',
  'windows.ts',
].map((name) => `src/contract/${name}`);

const reactPackages = new Set([
  'react',
  'react-dom',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  '@xyflow/react',
  'lucide-react',
  'radix-ui',
]);

/** The layer or room of a path. */
function placeOf(path: string): string {
  const folders = path.split('/').slice(1, -1);
  return folders[1] === 'page' ? `${folders[0]}/page` : (folders[0] ?? '');
}

export function wrongDirectionInWeb(from: string, to: string, atRunTime: boolean): string | undefined {
  if (to.startsWith('src/contract/')) {
    return atRunTime && !lightContract.includes(to)
      ? 'the page takes types from the contract; its schemas would weigh too much'
      : undefined;
  }
  if (!to.startsWith('web/')) return 'the front end may import the contract only';
  const [source, target] = [placeOf(from), placeOf(to)];
  for (const place of [source, target]) if (!order.includes(place)) return `${place} is not on the map`;
  // Messages have a word for each member of a type, wherever the type is defined.
  if (source === 'messages' && !atRunTime) return undefined;
  if (order.indexOf(target) > order.indexOf(source)) return `${source} may not import ${target}`;
  if (atRunTime && target === 'ui' && pureLayers.includes(source)) return `${source} must work without React`;
  return undefined;
}

export function wrongPackageInWeb(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('node:')) return 'this code must run without Node';
  const place = placeOf(from);
  if (!pureLayers.includes(place)) return undefined;
  return reactPackages.has(packageOf(specifier)) || from.endsWith('.tsx')
    ? `${place} must work without React`
    : undefined;
}
