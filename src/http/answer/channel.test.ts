import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Channel } from './channel.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a waiting reader gets a message at intervals, and none after the end', async () => {
  const channel = new Channel<string>();
  const heard: string[] = [];
  const reading = (async () => {
    for await (const line of channel) heard.push(line);
  })();
  channel.keepAlive(15_000, () => 'still here');
  await channel.push('begun');
  await vi.advanceTimersByTimeAsync(14_000);
  await channel.push('more');
  await vi.advanceTimersByTimeAsync(14_000);
  expect(heard).toEqual(['begun', 'more']);
  await vi.advanceTimersByTimeAsync(17_000);
  expect(heard).toEqual(['begun', 'more', 'still here', 'still here']);
  channel.end();
  await reading;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(heard).toHaveLength(4);
});
