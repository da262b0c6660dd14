// How one workload is measured on one server: a rate under load, or one large answer.
import { request } from 'node:http';
import autocannon from 'autocannon';
import type { Subject } from './subject.ts';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

export interface Figures {
  /** Answers per second. */
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly firstByte: number;
  readonly peakMemory: number;
  readonly cpuPerAnswer: number;
}

const headers = { 'content-type': 'application/json', connection: 'keep-alive' };

export async function measureRate(
  subject: Subject,
  calls: readonly Call[],
  connections: number,
  seconds: number,
): Promise<Figures> {
  const memory = watchMemory(subject);
  const cpu = subject.cpu();
  const result = await autocannon({
    url: subject.address,
    connections,
    duration: seconds,
    requests: calls.map(({ method, path, body }) => ({ method, path, headers, ...(body ? { body } : {}) })),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${subject.name}: ${result.non2xx} answers were failures, ${result.errors} never came`);
  }
  return {
    rate: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    firstByte: Number.NaN,
    peakMemory: memory.stop(),
    cpuPerAnswer: (subject.cpu() - cpu) / result.requests.total,
  };
}

/** One large answer, read as fast as it comes. */
export async function measureAnswer(subject: Subject, call: Call): Promise<Figures & { bytes: number }> {
  const memory = watchMemory(subject);
  const cpu = subject.cpu();
  const begin = performance.now();
  const { firstByte, bytes } = await read(subject, call);
  const duration = performance.now() - begin;
  return {
    rate: 1_000 / duration,
    p50: duration,
    p99: duration,
    firstByte,
    peakMemory: memory.stop(),
    cpuPerAnswer: subject.cpu() - cpu,
    bytes,
  };
}

function read(subject: Subject, call: Call): Promise<{ firstByte: number; bytes: number }> {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(subject.address + call.path, { method: call.method, headers }, (response) => {
      let bytes = 0;
      let firstByte = Number.NaN;
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstByte = performance.now() - begin;
        bytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ firstByte, bytes });
        else reject(new Error(`${subject.name}: ${call.path} answered ${response.statusCode}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(call.body);
  });
}

/** The highest resident memory until stopped, minus where it began. */
function watchMemory(subject: Subject): { stop(): number } {
  const before = subject.memory();
  let peak = before;
  const look = () => {
    peak = Math.max(peak, subject.memory());
  };
  const timer = setInterval(look, 20);
  return {
    stop() {
      look();
      clearInterval(timer);
      return peak - before;
    },
  };
}
