/** One private database server on a loopback port: committed data outlives its crash, but not the machine's. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { childrenOf } from './children.ts';
import type { ServerEngine } from './engines.ts';
import { needs, providePrograms } from './programs.ts';
import { type Account, type Recipe, recipes } from './recipes.ts';

const startTimeout = 60_000;
const stopTimeout = 20_000;
const killTimeout = 5_000;

const run = promisify(execFile);

export class Instance {
  readonly #engine: ServerEngine;
  readonly #recipe: Recipe;
  readonly #folder: string;
  readonly #program: string;
  readonly #account: Account;
  readonly #password: string;
  /** Given to the server at each start, after those of its recipe. */
  #more: () => readonly string[] = () => [];
  #port = 0;
  #process: ChildProcess | undefined;
  #isPaused = false;

  private constructor(
    engine: ServerEngine,
    folder: string,
    program: string,
    account: Account,
    password: string,
  ) {
    this.#engine = engine;
    this.#recipe = recipes[engine];
    this.#folder = folder;
    this.#program = program;
    this.#account = account;
    this.#password = password;
  }

  /** Makes a server in a new folder and starts it on a free port. Few tests need one that waits for the disk. */
  static async create(engine: ServerEngine, folder: string, isDurable = false): Promise<Instance> {
    const [initialiser = '', program = ''] = await providePrograms(needs[engine]);
    const account = await accountOf(recipes[engine]);
    await mkdir(folder, { mode: 0o700 });
    if (account.uid !== undefined && account.gid !== undefined) {
      await chown(folder, account.uid, account.gid);
    }
    // Its own password, so that nobody takes another run's server on a reused port for this one.
    const password = randomUUID();
    await recipes[engine].initialise(initialiser, folder, account, password);
    const instance = new Instance(engine, folder, program, account, password);
    if (isDurable) instance.startWith(() => recipes[engine].durable);
    await instance.#startOnFreePort();
    return instance;
  }

  /** Another server of the same engine and password, which has no data yet and is not started. */
  static async beside(other: Instance, folder: string): Promise<Instance> {
    await mkdir(folder, { mode: 0o700 });
    const { uid, gid } = other.#account;
    if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
    const instance = new Instance(other.#engine, folder, other.#program, other.#account, other.#password);
    instance.#port = await freePort();
    return instance;
  }

  /** From the next start on. */
  startWith(more: () => readonly string[]): void {
    this.#more = more;
  }

  /** Runs another program of the engine's as its server would. */
  async run(program: string, parameters: readonly string[]): Promise<void> {
    await run(join(dirname(this.#program), program), parameters, { ...this.#account, cwd: this.#folder });
  }

  /** The folder of its data. */
  get data(): string {
    return join(this.#folder, 'data');
  }

  /** An empty one. */
  async makeData(): Promise<void> {
    await mkdir(this.data, { recursive: true, mode: 0o700 });
    await this.own();
  }

  /** All of its data belongs to the account that the server runs as. */
  async own(): Promise<void> {
    const { uid, gid } = this.#account;
    if (uid !== undefined && gid !== undefined) await run('chown', ['-R', `${uid}:${gid}`, this.data]);
  }

  /** URL of a user who may do everything. It stays the same over stops and starts. */
  get url(): string {
    return this.#recipe.adminUrl(this.#port, this.#password);
  }

  /** Starts the server and waits until it answers. */
  async start(): Promise<void> {
    if (this.#process) return;
    const log = await open(join(this.#folder, 'log'), 'a');
    const parameters = [...this.#recipe.parameters(this.#folder, this.#port), ...this.#more()];
    const child = spawn(this.#program, parameters, {
      ...this.#account,
      cwd: this.#folder,
      stdio: ['ignore', log.fd, log.fd],
    });
    let failure: unknown;
    child.once('error', (error) => {
      failure = error;
    });
    this.#process = child;
    await log.close();
    const deadline = Date.now() + startTimeout;
    for (;;) {
      if (
        failure !== undefined ||
        child.exitCode !== null ||
        child.signalCode !== null ||
        Date.now() > deadline
      ) {
        await this.#end('SIGKILL', killTimeout);
        throw new Error(`${needs[this.#engine].title} did not start: ${await this.#lastWords(failure)}`);
      }
      try {
        await this.#recipe.ping(this.url);
        return;
      } catch {
        await delay(50);
      }
    }
  }

  async stop(): Promise<void> {
    await this.#end(this.#recipe.stopSignal, stopTimeout);
  }

  async kill(): Promise<void> {
    await this.#end(this.#recipe.killSignal, killTimeout);
  }

  /** Stops it from doing anything: its connections stay open and nobody answers on them. */
  async pause(): Promise<void> {
    await this.#signalAll('SIGSTOP');
  }

  async resume(): Promise<void> {
    await this.#signalAll('SIGCONT');
  }

  /** Ends the server for good. */
  async remove(): Promise<void> {
    await this.#end(this.#recipe.killSignal, killTimeout);
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }

  /** Another process may take the port between our look and the server's start, so a failure is tried again. */
  async #startOnFreePort(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      this.#port = await freePort();
      try {
        await this.start();
        return;
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  }

  /** The server itself, and the processes that it has for sessions. The first one goes first: it starts no more. */
  async #signalAll(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const pid = this.#process?.pid;
    if (pid === undefined) return;
    this.#isPaused = signal === 'SIGSTOP';
    for (const one of [pid, ...(await childrenOf(pid))]) {
      try {
        process.kill(one, signal);
      } catch {
        // A session that has just ended.
      }
    }
  }

  async #end(signal: NodeJS.Signals, patience: number): Promise<void> {
    if (this.#isPaused) await this.resume();
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), patience);
    await exit;
    clearTimeout(late);
  }

  async #lastWords(failure: unknown): Promise<string> {
    if (failure !== undefined) return String(failure);
    const log = await readFile(join(this.#folder, 'log'), 'utf8');
    return log.trim().split('\n').slice(-8).join('\n');
  }
}

export async function accountOf(recipe: Recipe): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  for (const name of recipe.accounts) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      // The account does not exist here: try the next one.
    }
  }
  throw new Error(`None of the accounts ${recipe.accounts.join(', ')} exists to run the server as.`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string')
    throw new Error('The loopback interface gave no port.');
  return address.port;
}
