// Bundles the server into a few files: otherwise most of the start-up time goes into finding and reading hundreds of
// modules.
import { thirdPartyNotices } from './notices.mjs';

/**
 * Code in packages for features that the service does not use: it speaks plain HTTP, compiles schemas itself, injects
 * requests only in tests, which run from source, and lists files itself. All of it would be loaded at every start, and
 * two of these modules load a tenth of Node.
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
 * The framework and its largest libraries, in several files: a file's compiled code is kept in one block three times
 * its size, and the C library retains, per thread and forever, up to twice the largest block that was ever freed.
 */
const framework = {
  name: 'framework',
  test: /node_modules\/(?:fastify|find-my-way|semver|pino|avvio|ret)\//,
  maxSize: 200 * 1024,
};

export default {
  // Worker threads and child processes have entry files of their own, beside the main one.
  input: {
    main: 'src/cli/main.ts',
    worker: 'src/dialects/sqlite/readers/worker.ts',
    'writing-worker': 'src/dialects/sqlite/writer/writing-worker.ts',
    'set-worker': 'src/http/sets/set-worker.ts',
    'same-worker': 'src/app/change/rows/same-worker.ts',
    'audit-worker': 'src/app/audit/audit-worker.ts',
    'reader-process': 'src/dialects/sqlite/readers/reader-process.ts',
  },
  platform: 'node',
  // Both packages contain native binaries, which they locate relative to their own files; the second is installed only
  // on demand.
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
