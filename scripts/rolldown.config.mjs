// The server as a few files: most of a start would otherwise go into finding and reading hundreds of modules.
import { thirdPartyNotices } from './notices.mjs';

/**
 * What packages bring along for things that the service does not do: it speaks plain HTTP, compiles schemas by itself,
 * calls itself in tests only, which run from the sources, and lists its files by itself. All of it would be read at
 * every start, and two of these load a tenth of Node.
 */
const unused = {
  fastify: new Set([
    'node:http2',
    'node:https',
    '@fastify/ajv-compiler',
    '@fastify/fast-json-stringify-compiler',
    'light-my-request',
  ]),
  '@fastify/static': new Set(['glob']),
};

const withoutUnused = {
  name: 'without-unused',
  resolveId: (source, importer = '') => {
    const owner = Object.keys(unused).find((name) => importer.includes(`/node_modules/${name}/`));
    return owner !== undefined && unused[owner].has(source) ? '\0unused.cjs' : null;
  },
  load: (id) => (id === '\0unused.cjs' ? 'module.exports = {};' : null),
};

/**
 * The framework and its largest libraries, in several files: what a file is compiled to is kept in one block three times
 * its size. The C library keeps up to twice the largest block that was ever freed, for each thread and for good.
 */
const framework = {
  name: 'framework',
  test: /node_modules\/(?:fastify|find-my-way|semver|pino|avvio|ret)\//,
  maxSize: 200 * 1024,
};

export default {
  // Threads and processes begin in files of their own, beside the one that starts them.
  input: {
    main: 'src/cli/main.ts',
    worker: 'src/dialects/sqlite/readers/worker.ts',
    'writing-worker': 'src/dialects/sqlite/writer/writing-worker.ts',
    'audit-worker': 'src/app/audit/audit-worker.ts',
    'reader-process': 'src/dialects/sqlite/readers/reader-process.ts',
  },
  platform: 'node',
  // Both bring native binaries, which they find beside their own files; the second one is there only if it is asked for.
  external: ['better-sqlite3', /^@duckdb\/node-api(\/|$)/],
  plugins: [withoutUnused, thirdPartyNotices(process.cwd())],
  output: {
    dir: 'dist/server/app',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups: [framework] },
  },
};
