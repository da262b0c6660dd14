// Builds the parts of the package, each from its own inputs, and records the inputs of each build.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { compressFolder } from './compress.mjs';
import { root, runQuietly, say } from './processes.mjs';

const stamps = join(root, '.cache', 'built');

const parts = [
  {
    name: 'server',
    inputs: ['src', 'scripts/rolldown.config.mjs', 'scripts/notices.mjs', 'package-lock.json'],
    output: 'dist/server',
    proof: 'dist/server/app/main.js',
    command: ['rolldown', '-c', 'scripts/rolldown.config.mjs', '--log-level', 'warn'],
    // A script that is served unchanged.
    copied: { from: 'src/http/routes/reference', to: 'dist/server/app/reference' },
  },
  {
    name: 'web',
    inputs: [
      'web',
      'src/contract',
      'scripts/notices.mjs',
      'scripts/compress.mjs',
      'tsconfig.base.json',
      'package-lock.json',
    ],
    output: 'dist/web',
    proof: 'dist/web/index.html',
    command: ['vite', 'build', 'web', '--logLevel', 'warn'],
    isCompressed: true,
  },
  {
    name: 'demo',
    inputs: ['demo', 'package-lock.json'],
    output: 'dist/demo.sqlite',
    proof: 'dist/demo.sqlite',
    command: ['node', 'demo/build.ts', 'dist/demo.sqlite'],
  },
];

/** The parts whose inputs have changed since the last build. */
export function changedParts({ all }) {
  return parts.filter((part) => {
    if (all || !existsSync(join(root, part.proof))) return true;
    const stamp = join(stamps, part.name);
    return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(part);
  });
}

/** Builds the given parts in parallel. */
export async function buildParts(node, changed) {
  if (changed.length === 0) return;
  say(`Building ${changed.map((part) => part.name).join(', ')} …`);
  mkdirSync(stamps, { recursive: true });
  mkdirSync(join(root, 'dist'), { recursive: true });
  const results = await Promise.allSettled(changed.map((part) => buildPart(node, part)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

async function buildPart(node, part) {
  const built = fingerprint(part);
  // Removes the output of sources that no longer exist.
  rmSync(join(root, part.output), { recursive: true, force: true });
  await runQuietly(node, part.command, {
    // Tests build, too, and their NODE_ENV would make this a development build of the page.
    env: { NODE_ENV: 'production' },
    complaint: `The build of the ${part.name} failed`,
  });
  if (part.copied) cpSync(join(root, part.copied.from), join(root, part.copied.to), { recursive: true });
  if (part.isCompressed) await compressFolder(join(root, part.output));
  writeFileSync(join(stamps, part.name), built);
}

function fingerprint(part) {
  const hash = createHash('sha256').update(part.command.join(' '));
  for (const file of part.inputs.flatMap(filesOf)) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** Paths of the files at or below a path, relative to the clone, without tests. */
function filesOf(path) {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`));
}
