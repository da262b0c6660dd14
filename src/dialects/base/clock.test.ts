import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SilenceClock } from './clock.ts';

describe('a clock for silent servers', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('calls those who are late, in order, and nobody else', async () => {
    const clock = new SilenceClock(100);
    const late: string[] = [];
    clock.watch(() => late.push('first'));
    await vi.advanceTimersByTimeAsync(60);
    const second = clock.watch(() => late.push('second'));
    clock.watch(() => late.push('third'));
    await vi.advanceTimersByTimeAsync(39);
    expect(late).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(late).toEqual(['first']);
    second.stop();
    await vi.advanceTimersByTimeAsync(60);
    expect(late).toEqual(['first', 'third']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(late).toEqual(['first', 'third']);
  });

  test('starts anew when it is restarted', async () => {
    const clock = new SilenceClock(100);
    const late: string[] = [];
    const lively = clock.watch(() => late.push('lively'));
    clock.watch(() => late.push('silent'));
    for (let i = 0; i < 5; i++) {
      await vi.advanceTimersByTimeAsync(80);
      lively.restart();
    }
    expect(late).toEqual(['silent']);
    await vi.advanceTimersByTimeAsync(101);
    expect(late).toEqual(['silent', 'lively']);
  });

  test('deducts the time that a caller has already waited, whoever else is watched', async () => {
    const clock = new SilenceClock(100);
    const late: string[] = [];
    clock.watch(() => late.push('first'));
    const waited = clock.watch(() => late.push('waited'), 70);
    await vi.advanceTimersByTimeAsync(29);
    expect(late).toEqual([]);
    await vi.advanceTimersByTimeAsync(3);
    expect(late).toEqual(['waited']);
    waited.restart(90);
    await vi.advanceTimersByTimeAsync(12);
    expect(late).toEqual(['waited', 'waited']);
    waited.restart();
    await vi.advanceTimersByTimeAsync(60);
    expect(late).toEqual(['waited', 'waited', 'first']);
    await vi.advanceTimersByTimeAsync(50);
    expect(late).toEqual(['waited', 'waited', 'first', 'waited']);
  });

  test('can be restarted after it was stopped', async () => {
    const late = vi.fn();
    const watched = new SilenceClock(100).watch(late);
    watched.stop();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(late).not.toHaveBeenCalled();
    watched.restart();
    await vi.advanceTimersByTimeAsync(101);
    expect(late).toHaveBeenCalledTimes(1);
  });

  test('gives the engine a moment to enforce its own limit', async () => {
    const clock = SilenceClock.forTimeout(1_000);
    const late = vi.fn();
    clock.watch(late);
    await vi.advanceTimersByTimeAsync(1_200);
    expect(late).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(300);
    expect(late).toHaveBeenCalledTimes(1);
    // Waiting for a turn is not waiting for the engine.
    expect(clock.limitMs).toBe(1_000);
  });

  test('watches nothing without a limit', async () => {
    const late = vi.fn();
    SilenceClock.forTimeout(0).watch(late);
    await vi.advanceTimersByTimeAsync(1_000_000_000);
    expect(late).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('an answer that arrived while the process was busy is not late', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  const client = connect(address.port, '127.0.0.1');
  const peer = await new Promise<Socket>((resolve) => server.once('connection', resolve));
  const late = vi.fn();
  const watched = new SilenceClock(20).watch(late);
  client.on('data', () => watched.stop());
  peer.write('an answer');
  const end = performance.now() + 60;
  while (performance.now() < end);
  await once(client, 'data');
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(late).not.toHaveBeenCalled();
  client.destroy();
  peer.destroy();
  server.close();
});
