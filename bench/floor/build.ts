// Bundles the floor like the service, so that both start in the same way: a few JavaScript files, the driver of only
// one engine, and a compile cache from the previous start.
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { LiveEngine as Engine } from '../../test/support/engines.ts';

const folder = fileURLToPath(new URL('../../.cache/bench/', import.meta.url));

export const floorProgram = (engine: Engine) => `${folder}${engine}/start.js`;

export async function buildFloor(engine: Engine): Promise<void> {
  const source = fileURLToPath(new URL(`${engine}.ts`, import.meta.url));
  const start = `
    import { enableCompileCache } from 'node:module';
    enableCompileCache();
    await import(${JSON.stringify(source)});
  `;
  const virtual = 'virtual:start';
  await using bundle = await rolldown({
    input: { start: virtual },
    platform: 'node',
    external: ['better-sqlite3'],
    plugins: [
      {
        name: 'start',
        resolveId: (id) => (id === virtual ? virtual : null),
        load: (id) => (id === virtual ? start : null),
      },
    ],
  });
  await bundle.write({ dir: `${folder}${engine}`, format: 'esm', entryFileNames: '[name].js' });
}
