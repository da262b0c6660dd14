/** Connections that never complete their request, and the response times of other clients. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface SlowSockets extends AsyncDisposable {
  /** Connections that the service has not closed, as far as is known. */
  readonly open: number;
}

/** In a separate process, so that they load the service and not the measuring process. */
export async function openSlowSockets(base: string, count: number): Promise<SlowSockets> {
  const program = fileURLToPath(new URL('slow-client.ts', import.meta.url));
  const client = spawn(process.execPath, [program, base, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let open = 0;
  const lines = createInterface({ input: client.stdout }).on('line', (line) => {
    open = Number(line);
  });
  await once(lines, 'line');
  return {
    get open() {
      return open;
    },
    async [Symbol.asyncDispose]() {
      const exit = once(client, 'exit');
      client.kill('SIGKILL');
      await exit;
    },
  };
}

export interface Times {
  readonly answered: number;
  readonly p99Ms: number;
}

/**
 * Sends requests one after the other and measures each answer; uses the median of several rounds, to ignore outliers.
 */
export async function measure(base: string, path: string, count: number, rounds = 1): Promise<Times> {
  const slowest: number[] = [];
  let answered = 0;
  for (let round = 0; round < rounds; round++) {
    const times: number[] = [];
    for (let i = 0; i < count; i++) {
      const begin = performance.now();
      const response = await fetch(base + path);
      await response.arrayBuffer();
      times.push(performance.now() - begin);
      if (response.status === 200) answered++;
      await delay(2);
    }
    slowest.push(ascending(times)[Math.floor(count * 0.99)] ?? 0);
  }
  return { answered, p99Ms: ascending(slowest)[Math.floor(rounds / 2)] ?? 0 };
}

function ascending(numbers: readonly number[]): number[] {
  return numbers.toSorted((a, b) => a - b);
}
