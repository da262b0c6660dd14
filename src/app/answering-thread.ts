// A thread that answers one question after another, for work that would hold the service.
import { Worker } from 'node:worker_threads';

/** The thread keeps its memory, so it ends when it has had nothing to do for so long. */
const idleMs = 10_000;

export class AnsweringThread<Question, Answer> {
  hasEnded = false;
  readonly #worker: Worker;
  /** What it does, for errors. */
  readonly #task: string;
  #pending: PromiseWithResolvers<Answer> | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(file: URL, task: string) {
    this.#task = task;
    this.#worker = new Worker(file);
    this.#worker.on('message', (answer: Answer) => {
      this.#idle = setTimeout(() => void this.end(), idleMs).unref();
      this.#worker.unref();
      this.#pending?.resolve(answer);
    });
    this.#worker.on('error', (error) => this.#markEnded(error));
    this.#worker.on('exit', () => this.#markEnded(this.#ended()));
  }

  /** The next question must wait for the answer. */
  ask(question: Question, handedOver: readonly ArrayBuffer[] = []): Promise<Answer> {
    clearTimeout(this.#idle);
    if (this.hasEnded) return Promise.reject(this.#ended());
    this.#pending = Promise.withResolvers();
    this.#worker.ref();
    this.#worker.postMessage(question, handedOver);
    return this.#pending.promise;
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    clearTimeout(this.#idle);
    await this.#worker.terminate();
  }

  #markEnded(error: Error): void {
    this.hasEnded = true;
    this.#pending?.reject(error);
  }

  #ended(): Error {
    return new Error(`the thread that ${this.#task} has ended`);
  }
}
