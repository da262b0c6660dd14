// Builds the front end into dist/web, and fails if the first view exceeds its script budget.
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { thirdPartyNotices } from '../scripts/notices.mjs';

const FIRST_VIEW_BUDGET = 150 * 1024;
const apiDuringDevelopment = process.env.JOINERY_API ?? 'http://127.0.0.1:8080';

/** Adds up what the browser must load before the first view: the entry and its static imports. */
function firstViewBudget(): Plugin {
  return {
    name: 'first-view-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((item) => item.type === 'chunk');
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const wanted = new Set(chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName));
      for (const name of wanted) for (const imported of byName.get(name)?.imports ?? []) wanted.add(imported);
      let bytes = 0;
      for (const name of wanted) bytes += gzipSync(byName.get(name)?.code ?? '').length;
      const report = `first view: ${(bytes / 1024).toFixed(1)} of ${FIRST_VIEW_BUDGET / 1024} KB gzipped script`;
      if (bytes > FIRST_VIEW_BUDGET) this.error(`${report}. Load something on demand instead.`);
      this.info(report);
    },
  };
}

/**
 * Fails if chunks import each other: which of them runs first would depend on what the browser happens to load first,
 * and now and then a module would use another one that has not run yet.
 */
function noCircularChunks(): Plugin {
  return {
    name: 'no-circular-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const imports = new Map(
        Object.values(bundle).flatMap((item) =>
          item.type === 'chunk' ? [[item.fileName, item.imports] as const] : [],
        ),
      );
      const done = new Set<string>();
      const visit = (name: string, way: readonly string[]): void => {
        if (way.includes(name)) this.error(`chunks import each other: ${[...way, name].join(' → ')}`);
        if (done.has(name)) return;
        for (const imported of imports.get(name) ?? []) visit(imported, [...way, name]);
        done.add(name);
      };
      for (const name of imports.keys()) visit(name, []);
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  // Relative addresses, so that the service may run under a path of a reverse proxy.
  base: './',
  publicDir: false,
  plugins: [react(), firstViewBudget(), noCircularChunks(), thirdPartyNotices(import.meta.dirname)],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Everything is a separate file: the content security policy allows neither inline scripts nor data: styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // A chunk for each set of rooms that share code would mean a hundred files and requests, so what several rooms
        // share is one chunk. It contains whatever its modules import, so that no other chunk is imported back.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'shared', minShareCount: 3 },
          ],
        },
        // By default the bundler names a shared chunk after everything that shares it.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
      },
    },
  },
  server: { proxy: { '/api': { target: apiDuringDevelopment, changeOrigin: true } } },
});
