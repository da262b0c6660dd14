/** Tells which imports of the front end point the wrong way. */
import { packageOf } from './imports.ts';

/** Each layer may import itself and the ones before it. */
const layers = ['messages', 'state', 'api', 'ui', 'model', 'values', 'query', 'answers'];

/** They stand on all the layers; each may import itself and the ones before it. */
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

/** What stands at the top of `web/` puts the rooms together. */
const order = [...layers, ...rooms, ''];

/** They only compute: no component, no hook, nothing that needs a page to be tested. */
const pureLayers = ['messages', 'state', 'api', 'model', 'values', 'query'];

/** Files of the contract without schemas: what they export may travel to the browser. */
const lightContract = [
  'audit-actions.ts',
  'buckets.ts',
  'engines.ts',
  'formats.ts',
  'import-modes.ts',
  'mode-types.ts',
  'summaries.ts',
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

/** The folder that stands for a layer or a room. */
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
  // There is a word for each member of a type, wherever that type is.
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
