// The server as a few files: most of a start would otherwise go into finding and reading hundreds of modules.
export default {
  // SQLite's reader threads and processes begin in files of their own, beside the one that starts them.
  input: {
    main: 'src/cli/main.ts',
    worker: 'src/dialects/sqlite/worker.ts',
    'reader-process': 'src/dialects/sqlite/reader-process.ts',
  },
  platform: 'node',
  // Brings a native binary, which it finds beside its own files.
  external: ['better-sqlite3'],
  output: {
    dir: 'dist/server/app',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
};
