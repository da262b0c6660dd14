// A running import or dry run: its progress, its bad rows, its end.
import { useEffect, useRef, useState } from 'react';
import { type BadRow, type ImportDone, type ImportOptions, imports } from '../api/imports.ts';
import { BadRowsFile } from './badRows.ts';

/** The screen shows this many; the file has all of them. */
const MAX_SHOWN = 200;

export interface Run {
  readonly rows: number;
  readonly bad: readonly BadRow[];
  readonly file: BadRowsFile;
  readonly done: ImportDone | undefined;
  readonly error: unknown;
}

const newRun = (): Run => ({
  rows: 0,
  bad: [],
  file: new BadRowsFile(),
  done: undefined,
  error: undefined,
});

export function useRun(id: string): {
  readonly run: Run | undefined;
  readonly start: (asked: ImportOptions, key?: string) => Promise<ImportDone | undefined>;
  readonly stop: () => void;
} {
  const [run, setRun] = useState<Run>();
  const abortOnLeave = useRef<AbortController>(undefined);
  useEffect(() => () => abortOnLeave.current?.abort(), []);

  async function start(asked: ImportOptions, key?: string): Promise<ImportDone | undefined> {
    abortOnLeave.current?.abort();
    const own = new AbortController();
    abortOnLeave.current = own;
    let now = newRun();
    // Throttled, so that a million bad rows do not cause a million renders.
    let drawn = 0;
    const draw = (change: Partial<Run>, isUrgent: boolean) => {
      now = { ...now, ...change };
      const time = performance.now();
      if (own.signal.aborted || (!isUrgent && time - drawn < 100)) return;
      drawn = time;
      setRun(now);
    };
    draw({}, true);
    try {
      const done = await imports.run(
        id,
        asked,
        {
          progress: (rows) => draw({ rows }, false),
          bad: (row) => {
            now.file.add(row);
            if (now.bad.length < MAX_SHOWN) draw({ bad: [...now.bad, row] }, false);
          },
        },
        { signal: own.signal, ...(key !== undefined && { idempotencyKey: key }) },
      );
      draw({ done, rows: done.rows }, true);
      return done;
    } catch (error) {
      draw({ error }, true);
      return undefined;
    }
  }

  return { run, start, stop: () => abortOnLeave.current?.abort() };
}
