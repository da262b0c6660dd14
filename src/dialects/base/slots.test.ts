import { describe, expect, test } from 'vitest';
import { Slots } from './slots.ts';

describe('slots', () => {
  test('leave a quarter, and at least one, to short reads', async () => {
    const slots = new Slots(8, () => 5);
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

  test('let a stream run if there is only one', async () => {
    const slots = new Slots(1, () => 5);
    const release = await slots.take('stream');
    await expect(slots.take('short')).rejects.toMatchObject({ kind: 'overloaded' });
    release();
    await slots.take('short');
  });

  test('go to waiting requests in order, but short reads pass streams that may not enter', async () => {
    const slots = new Slots(2, () => 1_000);
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

  test('for streams are shared: nobody gets more than half of what the others leave', async () => {
    const slots = new Slots(10, () => 5); // Seven of them for streams.
    const taken = async (holder: string) => {
      let count = 0;
      while (await slots.take('stream', { holder }).catch(() => null)) count++;
      return count;
    };
    expect(await taken('ann')).toBe(4);
    expect(await taken('bo')).toBe(2);
    expect(await taken('cy')).toBe(1);
    expect(await taken('di')).toBe(0);
    await slots.take('short', { holder: 'ann' });
  });

  test('are refused to a holder of the full share with that reason', async () => {
    const slots = new Slots(4, () => 5);
    const held = [
      await slots.take('stream', { holder: 'ann' }),
      await slots.take('stream', { holder: 'ann' }),
    ];
    await expect(slots.take('stream', { holder: 'ann' })).rejects.toThrow(/under way for you/);
    const other = await slots.take('stream', { holder: 'bo' });
    await expect(slots.take('stream', { holder: 'cy' })).rejects.toThrow(/All connections/);
    for (const release of [...held, other]) release();
    // Returned slots are available to any holder.
    for (const holder of ['cy', 'cy', 'di']) await slots.take('stream', { holder });
  });

  test('go first to the holder of the fewest', async () => {
    const slots = new Slots(3, () => 1_000);
    const greedy = await Promise.all([1, 2, 3].map(() => slots.take('short', { holder: 'ann' })));
    const order: string[] = [];
    const wait = (holder: string) =>
      slots.take('short', { holder }).then((release) => {
        order.push(holder);
        return release;
      });
    const waiting = ['ann', 'ann', 'bo', 'bo'].map(wait);
    for (const release of greedy) release();
    await Promise.race([Promise.all(waiting), new Promise((resolve) => setTimeout(resolve, 20))]);
    // At the second slot ann and bo hold one each: then first come, first served.
    expect(order).toEqual(['bo', 'ann', 'ann']);
  });

  test('that are returned twice count once', async () => {
    const slots = new Slots(2, () => 5);
    const release = await slots.take('short');
    await slots.take('short');
    release();
    release();
    expect(slots.held).toBe(1);
  });

  test('are not kept for a request that has given up', async () => {
    const slots = new Slots(1, () => 1_000);
    const release = await slots.take('short');
    const abort = new AbortController();
    const waiting = slots.take('short', { signal: abort.signal });
    abort.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    release();
    expect(slots.held).toBe(0);
  });
});
