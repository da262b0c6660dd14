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
  // Statements of DuckDB run in the threads that also read files and check passwords: more than a pool of statements takes.
  process.env.UV_THREADPOOL_SIZE ??= '16';
  // Named only here: an older Node has no such function, and would fail before it is told what it needs.
  nodeModule.enableCompileCache(); // The second start need not compile again.
  await import('../dist/server/app/main.js');
}
