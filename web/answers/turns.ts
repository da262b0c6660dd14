// Lets work that nobody waits for be done a few at a time, so that what a person asks for meanwhile is not behind it.

/** Runs work when it is its turn. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

export function turns(atOnce: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // Whoever comes next takes this one's place.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** At once, as for whoever looks at nothing else. */
export const atOnce: Turns = (work) => work();
