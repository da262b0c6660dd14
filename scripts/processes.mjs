// Starts other programs for the scripts beside it. Plain JavaScript, because it runs before anything is built
// and on older versions of Node.
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The files of the development tools, run with Node itself so that it works alike on every system. */
const tools = {
  biome: '@biomejs/biome/bin/biome',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
};

/** A failure that is told in its own words, without a stack. */
export class Failure extends Error {}

/**
 * Splits a command line into program and arguments; a tool's name stands for its file, `node` for the given Node.
 * @param {string} node
 * @param {string[]} command
 */
function resolveCommand(node, [name = '', ...args]) {
  if (name === 'node') return [node, args];
  const file = tools[name];
  return file === undefined ? [name, args] : [node, [join(root, 'node_modules', file), ...args]];
}

/** The environment in which `node` means the given one. */
export function environmentOf(node) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...process.env, [name]: [dirname(node), process.env[name]].join(delimiter) };
}

/**
 * Starts a command and leaves it running.
 * @param {string} node
 * @param {string[]} command
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function begin(node, command, options = {}) {
  const [program, args] = resolveCommand(node, command);
  return spawn(program, args, { cwd: root, env: environmentOf(node), stdio: 'inherit', ...options });
}

/** Waits for a process and gives its exit code, counting signals as shells do. */
export function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signalNumbers[signal] ?? 0)));
  });
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGKILL: 9, SIGTERM: 15 };

/** Calls back when this process is asked to end, instead of ending it. */
export function onSignals(callback) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => callback(signal));
}

/** Runs a command with its output on ours and gives its exit code. When we are asked to end, both end. */
export async function run(node, command) {
  const child = begin(node, command);
  let asked;
  onSignals((signal) => {
    asked = signal;
    child.kill('SIGTERM');
  });
  const code = await ended(child);
  if (asked) process.exit(128 + signalNumbers[asked]);
  return code;
}

/** Runs a command and shows its output only when it fails, which is then a Failure. */
export async function runQuietly(node, command, { cwd = root, complaint }) {
  const child = begin(node, command, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      output += text;
    });
  }
  const code = await ended(child).catch((error) => String(error));
  if (code !== 0) throw new Failure(`${output.trim()}\n\n${complaint} (${command.join(' ')}: ${code})`);
}

/** Runs npm, the one that runs us where there is one. */
export function npm(...args) {
  const running = process.env.npm_execpath;
  if (running?.endsWith('.js')) return ['node', running, ...args];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', ...args];
}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Runs a script's main function; failures are told in a sentence. */
export async function main(script) {
  try {
    process.exitCode = await script();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
