/**
 * A private database server on a loopback port: committed data survives a crash of the server, but not of the machine.
 */
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
  /** Arguments for each start, after those of the recipe. */
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

  /**
   * Creates a server in a new folder and starts it on a free port. Few tests need a durable one, which flushes to disk.
   */
  static async create(engine: ServerEngine, folder: string, isDurable = false): Promise<Instance> {
    const [initialiser = '', program = ''] = await providePrograms(needs[engine]);
    const account = await accountOf(recipes[engine]);
    await mkdir(folder, { mode: 0o700 });
    if (account.uid !== undefined && account.gid !== undefined) {
      await chown(folder, account.uid, account.gid);
    }
    // A password of its own, so that another run's server on a reused port is not mistaken for this one.
    const password = randomUUID();
    await recipes[engine].initialise(initialiser, folder, account, password);
    const instance = new Instance(engine, folder, program, account, password);
    if (isDurable) instance.startWith(() => recipes[engine].durable);
    await instance.#startOnFreePort();
    return instance;
  }

  /** Another server with the same engine and password, without data and not started. */
  static async beside(other: Instance, folder: string): Promise<Instance> {
    await mkdir(folder, { mode: 0o700 });
    const { uid, gid } = other.#account;
    if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
    const instance = new Instance(other.#engine, folder, other.#program, other.#account, other.#password);
    instance.#port = await freePort();
    return instance;
  }

  /** Takes effect at the next start. */
  startWith(more: () => readonly string[]): void {
    this.#more = more;
  }

  /** Runs another program of the engine under the server's account. */
  async run(program: string, parameters: readonly string[]): Promise<void> {
    await run(join(dirname(this.#program), program), parameters, { ...this.#account, cwd: this.#folder });
  }

  /** The data folder. */
  get data(): string {
    return join(this.#folder, 'data');
  }

  /** Creates an empty data folder. */
  async makeData(): Promise<void> {
    await mkdir(this.data, { recursive: true, mode: 0o700 });
    await this.own();
  }

  /** Gives all data to the account that the server runs as. */
  async own(): Promise<void> {
    const { uid, gid } = this.#account;
    if (uid !== undefined && gid !== undefined) await run('chown', ['-R', `${uid}:${gid}`, this.data]);
  }

  /** The administrator's URL. It stays the same when the server is restarted. */
  get url(): string {
    return this.#recipe.adminUrl(this.#port, this.#password);
  }

  /** Starts the server and waits until it responds. */
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

  /** Suspends it: its connections stay open, but nothing responds on them. */
  async pause(): Promise<void> {
    await this.#signalAll('SIGSTOP');
  }

  async resume(): Promise<void> {
    await this.#signalAll('SIGCONT');
  }

  /** Kills the server and removes its data. */
  async remove(): Promise<void> {
    await this.#end(this.#recipe.killSignal, killTimeout);
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }

  /** Another process may take the port before the server starts, so failures are retried. */
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

  /** Signals the server and its session processes. The main process first, so that it does not start more. */
  async #signalAll(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const pid = this.#process?.pid;
    if (pid === undefined) return;
    this.#isPaused = signal === 'SIGSTOP';
    for (const one of [pid, ...(await childrenOf(pid))]) {
      try {
        process.kill(one, signal);
      } catch {
        // The session has just ended.
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
