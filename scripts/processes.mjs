// Starts other programs for the scripts, and ends them when this process is asked to end. Plain JavaScript, because it
// runs before anything is built, and on older versions of Node.
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The entry files of the development tools, run with Node directly so that it works the same on every system. */
const tools = {
  biome: '@biomejs/biome/bin/biome',
  playwright: '@playwright/test/cli.js',
  rolldown: 'rolldown/bin/cli.mjs',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
};

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };
const endingSignals = ['SIGHUP', 'SIGINT', 'SIGTERM'];

/** A failure that is reported by its message, without a stack. */
export class Failure extends Error {}

const running = new Set();
let askedToEnd;

/** Runs a script's main function: reports failures in a sentence, and forwards signals to child processes. */
export async function main(script) {
  for (const signal of endingSignals) process.on(signal, passOn);
  if (process.env.npm_lifecycle_event !== undefined) await import('./tether.mjs');
  try {
    process.exitCode = await script();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}

/** Stops handling signals, because other code in this process does from now on. */
export function leaveSignals() {
  for (const signal of endingSignals) process.off(signal, passOn);
}

function passOn(signal) {
  askedToEnd = signal;
  if (running.size === 0) process.exit(128 + signalNumbers[signal]);
  for (const child of running) child.kill(signal);
}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Starts a command and leaves it running. A tool's name stands for its file, `node` for the given Node.
 * @param {string} node
 * @param {string[]} command
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function begin(node, [name = '', ...args], options = {}) {
  const file = tools[name];
  const [program, parameters] =
    name === 'node' || file === undefined
      ? [name === 'node' ? node : name, args]
      : [node, [join(root, 'node_modules', file), ...args]];
  const child = spawn(program, parameters, {
    cwd: root,
    env: environmentOf(node),
    stdio: 'inherit',
    ...options,
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** An environment in which `node` is the given one. */
function environmentOf(node) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...process.env, [name]: [dirname(node), process.env[name]].join(delimiter) };
}

/** Waits for a process and returns its exit code, mapping signals as shells do. */
export function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signalNumbers[signal] ?? 0)));
  });
}

/** Runs a command with inherited output and returns its exit code. */
export async function run(node, command) {
  const code = await ended(begin(node, command));
  endIfAsked();
  return code;
}

/** Runs a command and shows its output only if it fails, by throwing a Failure. */
export async function runQuietly(node, command, { cwd = root, env = {}, complaint }) {
  const child = begin(node, command, {
    cwd,
    env: { ...environmentOf(node), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      output += text;
    });
  }
  const code = await ended(child).catch((error) => String(error));
  endIfAsked();
  if (code !== 0) throw new Failure(`${output.trim()}\n\n${complaint} (${command.join(' ')}: ${code})`);
}

/** After a request to end, no further step may start. */
function endIfAsked() {
  if (askedToEnd) process.exit(128 + signalNumbers[askedToEnd]);
}

/** An npm command line, using the npm that runs this script if there is one. */
export function npm(...args) {
  const runningNpm = process.env.npm_execpath;
  if (runningNpm?.endsWith('npm-cli.js')) return ['node', runningNpm, ...args];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', ...args];
}
