// The server as a few files: most of a start would otherwise go into finding and reading hundreds of modules.
export default {
  // The reader threads of SQLite begin in a file of their own, beside the one that starts them.
  input: { main: 'src/cli/main.ts', worker: 'src/dialects/sqlite/worker.ts' },
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
