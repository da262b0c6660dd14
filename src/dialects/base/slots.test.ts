import { describe, expect, test } from 'vitest';
import { Slots } from './slots.ts';

describe('slots', () => {
  test('leave a quarter to short reads, and at least one', async () => {
    const slots = new Slots(8, 5);
    for (let i = 0; i < 6; i++) await slots.take('stream');
    await expect(slots.take('stream')).rejects.toMatchObject({ kind: 'overloaded' });
    await slots.take('short');
    await slots.take('short');
    await expect(slots.take('short')).rejects.toMatchObject({
      kind: 'overloaded',
      extras: { retryAfter: 1 },
    });
    expect(slots.held).toBe(8);
  });

  test('let a stream run where there is only one', async () => {
    const slots = new Slots(1, 5);
    const release = await slots.take('stream');
    await expect(slots.take('short')).rejects.toMatchObject({ kind: 'overloaded' });
    release();
    await slots.take('short');
  });

  test('go to those who wait in their order, short reads past streams that may not enter', async () => {
    const slots = new Slots(2, 1_000);
    const stream = await slots.take('stream');
    const short = await slots.take('short');
    const order: string[] = [];
    const second = slots.take('stream').then((release) => {
      order.push('stream');
      return release;
    });
    const third = slots.take('short').then((release) => {
      order.push('short');
      return release;
    });
    short();
    (await third)();
    stream();
    (await second)();
    expect(order).toEqual(['short', 'stream']);
    expect(slots.held).toBe(0);
  });

  test('given back twice count once', async () => {
    const slots = new Slots(2, 5);
    const release = await slots.take('short');
    await slots.take('short');
    release();
    release();
    expect(slots.held).toBe(1);
  });

  test('are no longer waited for by whoever gave up', async () => {
    const slots = new Slots(1, 1_000);
    const release = await slots.take('short');
    const abort = new AbortController();
    const waiting = slots.take('short', abort.signal);
    abort.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    release();
    expect(slots.held).toBe(0);
  });
});
