/** Compares generated requests with computed fields, measures, windows and pivots with the reference evaluator. */
import fc from 'fast-check';
import { stringify } from 'lossless-json';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines, type TestDatabase } from '../../support/servers.ts';
import {
  differenceOf,
  exportDifference,
  nextOf,
  pagesDifference,
  rowsOf,
  summaryAnswerDifference,
} from '../compare.ts';
import { type DataSet, type EngineData, storedOn } from '../dataset.ts';
import { loadData } from '../load.ts';
import { UncertainError } from '../reference/numbers.ts';
import { type Expected, evaluate } from '../reference.ts';
import type { GridRequest } from '../request.ts';
import { TooLarge } from '../rows.ts';
import { type Service, serve } from '../service.ts';
import { zoo } from '../zoo.ts';
import { Census, everywhere } from './census.ts';
import { analysisRequest, tapes } from './generate.ts';

/** The time of all requests: a day within the data, just before daylight saving time begins in Europe. */
export const now = new Date('2024-03-31T00:45:12Z');

const data: DataSet = zoo;

/** `seeds`: the random seeds of the runs. */
export function checkAnalysis(runs: number, seeds: readonly number[]): void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
  describe.each(engines)('on %s', (engine) => {
    const stored = storedOn(engine, data);
    let database: TestDatabase;
    let service: Service;
    beforeAll(async () => {
      database = await loadData(engine, data);
      service = await serve(database.url);
    });
    afterAll(async () => {
      await service?.close();
      await database?.drop();
    });

    test.for(seeds)(
      `${runs} analyses have the same answers as the reference evaluator (seed %i)`,
      { timeout: 3_600_000 },
      async (seed, { annotate }) => {
        const census = new Census();
        await fc.assert(
          fc.asyncProperty(tapes, (tape) => checkOne(service, stored, tape, census)),
          // Shrinking to the smallest example can take half an hour.
          { numRuns: runs, seed, maxSkipsPerRun: 20, endOnFailure: true },
        );
        console.info(`${engine}, seed ${seed}: ${census}`);
        expect(service.mistakes).toEqual([]);
        await annotate(
          `${engine}: ${runs} generated analyses have the answers of the reference evaluator`,
          'V1',
        );
        if (runs >= 1_000) expect(everywhere.filter((name) => !census.counts.has(name))).toEqual([]);
      },
    );
  });
}

export async function checkOne(
  service: Service,
  data: EngineData,
  tape: readonly number[],
  census: Census,
): Promise<void> {
  const request = analysisRequest(data, tape, { isPortable: false, now });
  const expected = expectation(data, request, census);
  if (expected === undefined) return fc.pre(false);
  census.add(request, expected);
  const send = async (to: string, sent: GridRequest): Promise<string> => {
    const { status, body } = await service.query(stringify(sent) ?? '', to);
    if (status === 200) return body;
    throw new Error(`the status is ${status}\n  for ${stringify(sent)}\n  the answer is ${body}`);
  };
  const check = async (to: string, sent: GridRequest, differ: (answer: string) => string | undefined) => {
    const answer = await send(to, sent);
    const difference = readable(answer) ? differ(answer) : 'the answer is no JSON';
    if (difference !== undefined) {
      throw new Error(`${difference}\n  for ${stringify(sent)}\n  the answer is ${answer}`);
    }
  };
  await check('', request, (answer) => differenceOf(expected, request, answer));
  if (expected.summaries) {
    await check('/summaries', request, (answer) => summaryAnswerDifference(expected, answer));
  }
  const { offset: _offset, limit: _limit, ...all } = request;
  const choice = tape.length % 5;
  if (choice === 0) {
    census.count('files');
    await check('/export?format=ndjson', all, (answer) => exportDifference(expected, answer));
  }
  if (choice !== 1 || expected.total < 2) return;
  census.count('pages');
  const limit = Math.max(1, Math.ceil(expected.total / 3));
  const pages: unknown[][] = [];
  for (let after: string | undefined, page = 0; page === 0 || after !== undefined; page++) {
    const answer = await send('', { ...all, limit, ...(after === undefined ? {} : { after }) });
    pages.push(...rowsOf(answer));
    after = nextOf(answer);
    if (page > 4) throw new Error(`there is no end of pages\n  for ${stringify({ ...all, limit })}`);
  }
  const difference = pagesDifference(expected, pages);
  if (difference !== undefined)
    throw new Error(`${difference}\n  for ${stringify({ ...all, limit })} page by page`);
}

/** Files have one JSON text per line. */
function readable(answer: string): boolean {
  try {
    for (const line of answer.trimEnd().split('\n')) JSON.parse(line === '' ? 'null' : line);
    return true;
  } catch {
    return false;
  }
}

/** Undefined if the reference evaluator would take too long, or if engines may round differently. */
function expectation(data: EngineData, request: GridRequest, census: Census): Expected | undefined {
  try {
    return evaluate(data, request, now);
  } catch (error) {
    if (error instanceof TooLarge) census.count('too large');
    else if (error instanceof UncertainError) census.count(`unsure: ${error.message}`);
    else throw error;
    return undefined;
  }
}
