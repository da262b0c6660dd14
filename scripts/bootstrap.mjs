// Prepares a clone: a current Node, the packages, the build. Steps without changes are skipped.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildParts, changedParts } from './build.mjs';
import { exclusively } from './lock.mjs';
import { installNode, isNode, nodePath } from './private-node.mjs';
import { npm, root, runQuietly, say } from './processes.mjs';

const cache = join(root, '.cache');
const nodeFolder = join(cache, 'node');

/**
 * Brings the clone up to date and returns the path of the Node to use.
 * @param {{ build: 'changed' | 'all' | 'none' }} options
 */
export async function prepare({ build }) {
  const node = nodePath(nodeFolder);
  const parts = () => (build === 'none' ? [] : changedParts({ all: build === 'all' }));
  if (isNode(node) && isInstalled() && parts().length === 0) return node;
  mkdirSync(cache, { recursive: true });
  await exclusively(join(cache, 'lock'), async () => {
    await Promise.all([isNode(node) || installNode(nodeFolder), isInstalled() || installPackages()]);
    await buildParts(node, parts());
  });
  return node;
}

/** Whether node_modules matches the lock file; npm keeps a list of what it installed there. */
function isInstalled() {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    // Optional packages are platform binaries, mostly for other platforms.
    return present[path] === undefined ? optional === true : present[path].version === version;
  });
}

async function installPackages() {
  say('Installing packages …');
  // No package needs its install script: better-sqlite3 ships its binaries, but older versions of npm would compile it.
  await runQuietly(process.execPath, npm('ci', '--ignore-scripts', '--loglevel=error'), {
    complaint: 'Could not install the packages: check the connection to the npm registry and try again',
  });
}
