// A limiter for background work, so that requests the user is waiting for do not queue behind it.

/** Runs the work when a slot is free. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

export function limitConcurrency(limit: number): Limiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // The next one in the queue takes over the slot.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Without a limit. */
export const atOnce: Limiter = (work) => work();
