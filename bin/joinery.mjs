#!/usr/bin/env node
// The installed command: checks the Node version before anything that needs it is loaded.
import * as nodeModule from 'node:module';

const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `joinery needs Node 22.18 or newer, and this is ${process.version}: install a current Node from https://nodejs.org.\n`,
  );
  process.exitCode = 1;
} else {
  // DuckDB statements run in libuv's thread pool, which also reads files and hashes passwords, so it must be larger
  // than a pool of statements.
  process.env.UV_THREADPOOL_SIZE ??= '16';
  // Accessed as a property, because an older Node has no such export, and a named import would fail before the version
  // message.
  nodeModule.enableCompileCache(); // Caches compiled code for the next start.
  await import('../dist/server/app/main.js');
}
