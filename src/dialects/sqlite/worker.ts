// One reader thread: runs statements on its own connections, a chunk at a time, so that many slow
// readers share it without holding each other up.
import { parentPort, workerData } from 'node:worker_threads';
import { openReader, type Reader } from './open.ts';
import { cancelSlots, type FromWorker, type ToWorker, type WorkerSetup } from './protocol.ts';

if (parentPort === null) throw new Error('this module runs as a worker thread only');
const port = parentPort;
const setup = workerData as WorkerSetup; // Made by run.ts, typed on both sides by protocol.ts.
const cancelled = new Int32Array(setup.cancelled);
/** The first chunk is small, so that the answer begins at once; later ones are large, since each is a message. */
const firstChunkChars = 16 * 1024;
const chunkChars = 256 * 1024;
const encoder = new TextEncoder();

interface Job {
  readonly id: number;
  readonly reader: Reader;
  readonly rows: Iterator<unknown>;
  readonly separator: string;
  /** Milliseconds of engine time that are left. */
  remainingMs: number;
  started: boolean;
}

const jobs = new Map<number, Job>();
const idle: Reader[] = [];
let current: { id: number; deadline: number } | null = null;

class Interrupted extends Error {
  readonly code: string;
  constructor(code: 'JOINERY_CANCELLED' | 'JOINERY_TIMEOUT') {
    super(code);
    this.code = code;
  }
}

/** Called from inside long statements: the only way to end one that yields no rows. */
function tick(): void {
  if (current === null) return;
  if (Atomics.load(cancelled, current.id % cancelSlots) === current.id)
    throw new Interrupted('JOINERY_CANCELLED');
  if (performance.now() > current.deadline) throw new Interrupted('JOINERY_TIMEOUT');
}

function open(message: Extract<ToWorker, { type: 'stream' | 'fetch' }>): Job {
  const reader = idle.pop() ?? openReader(setup.file, setup.busyTimeoutMs, tick);
  try {
    const rows = reader.prepare(message.sql).iterate(...message.parameters);
    const separator = message.type === 'stream' ? message.separator : '';
    const remainingMs = setup.timeoutMs > 0 ? setup.timeoutMs : Number.POSITIVE_INFINITY;
    const job = { id: message.id, reader, rows, separator, remainingMs, started: false };
    jobs.set(job.id, job);
    return job;
  } catch (error) {
    idle.push(reader);
    throw error;
  }
}

function close(job: Job): void {
  jobs.delete(job.id);
  job.rows.return?.();
  idle.push(job.reader);
}

/** Runs a part of a job under its deadline. */
function timed<T>(job: Job, work: () => T): T {
  const begin = performance.now();
  current = { id: job.id, deadline: begin + job.remainingMs };
  try {
    return work();
  } finally {
    job.remainingMs -= performance.now() - begin;
    current = null;
  }
}

function rowText(row: unknown): string {
  return typeof row === 'string' ? row : 'null';
}

function nextChunk(job: Job): FromWorker {
  let text = '';
  let rows = 0;
  const enough = job.started ? chunkChars : firstChunkChars;
  while (text.length < enough) {
    tick();
    const step = job.rows.next();
    if (step.done) {
      close(job);
      return { type: 'chunk', id: job.id, bytes: encoder.encode(text), rows, done: true };
    }
    text += job.started ? job.separator + rowText(step.value) : rowText(step.value);
    job.started = true;
    rows++;
  }
  return { type: 'chunk', id: job.id, bytes: encoder.encode(text), rows, done: false };
}

function allRows(job: Job): FromWorker {
  const rows: string[] = [];
  for (;;) {
    tick();
    const step = job.rows.next();
    if (step.done) break;
    rows.push(rowText(step.value));
  }
  close(job);
  return { type: 'rows', id: job.id, rows };
}

function answer(id: number, work: () => FromWorker): void {
  try {
    const reply = work();
    // Handed over, not copied.
    port.postMessage(reply, reply.type === 'chunk' ? [reply.bytes.buffer] : []);
  } catch (error) {
    const job = jobs.get(id);
    if (job) close(job);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
    const message = error instanceof Error ? error.message : '';
    port.postMessage({ type: 'error', id, code, message } satisfies FromWorker);
  }
}

port.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'stream':
      return answer(message.id, () => {
        const job = open(message);
        return timed(job, () => nextChunk(job));
      });
    case 'fetch':
      return answer(message.id, () => {
        const job = open(message);
        return timed(job, () => allRows(job));
      });
    case 'pull': {
      const job = jobs.get(message.id);
      return answer(message.id, () => {
        if (!job) throw new Interrupted('JOINERY_CANCELLED'); // It was closed while this was on its way.
        return timed(job, () => nextChunk(job));
      });
    }
    case 'close': {
      const job = jobs.get(message.id);
      if (job) close(job);
    }
  }
});
