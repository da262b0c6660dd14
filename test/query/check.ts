/** Runs generated requests and compares each answer with the reference evaluator. */
import fc from 'fast-check';
import { stringify } from 'lossless-json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, type TestDatabase } from '../support/servers.ts';
import { buildRequest } from './build.ts';
import { checksum } from './checksum.ts';
import { differenceOf, exportDifference, summaryAnswerDifference } from './compare.ts';
import { type DataSet, type EngineData, storedOn } from './dataset.ts';
import { demoSample } from './demo-sample.ts';
import { type RequestPlan, requestPlan, withOtherValues } from './generate.ts';
import { loadData } from './load.ts';
import { type Expected, evaluate } from './reference.ts';
import type { GridRequest } from './request.ts';
import { TooLarge } from './rows.ts';
import { seed } from './seed.ts';
import { type Service, serve } from './service.ts';
import { zoo } from './zoo.ts';

/**
 * The tests of one file: on every engine, over the zoo and a sample of the demo. DuckDB takes longer to plan a
 * statement than the others to answer, so it may run only a share of them.
 */
export function checkGenerated(zooRuns: number, sampleRuns: number, duckdbShare = 1): void {
  const sets: readonly { data: DataSet; runs: number; name: string }[] = [
    { data: zoo, runs: zooRuns, name: zoo.name },
    { data: demoSample(), runs: sampleRuns, name: demoSample().name },
  ];
  describe.each(engines)('on %s', (engine) => {
    const share = engine === 'duckdb' ? duckdbShare : 1;
    describe.each(sets.map((set) => ({ ...set, runs: set.runs * share })))(
      '$runs generated requests over $name',
      ({ data, runs, name }) => {
        const stored = storedOn(engine, data);
        let database: TestDatabase;
        let service: Service;
        let before: string;
        beforeAll(async () => {
          database = await loadData(engine, data);
          before = await checksum(database, data);
          service = await serve(database.url);
        });
        afterAll(async () => {
          await service?.close();
          await database?.drop();
        });

        test(`have the same answers as the reference evaluator (seed ${seed})`, {
          timeout: 3_600_000,
        }, async () => {
          await fc.assert(
            fc.asyncProperty(requestPlan, async (plan) => {
              await checkOne(service, stored, plan);
              // A cached plan must work with other values, too.
              if (plan.where === null || plan.naming % 3 > 0) return;
              for (const step of [1, 7]) await checkOne(service, stored, withOtherValues(plan, step));
            }),
            { numRuns: runs, seed, maxSkipsPerRun: 10 },
          );
          expect(service.mistakes).toEqual([]);
        });

        test('change no data', async ({ annotate }) => {
          expect(await checksum(database, data)).toBe(before);
          await annotate(`${engine}: ${runs} generated queries of ${name}, checksum unchanged`, 'A4');
        });
      },
    );
  });
}

export async function checkOne(service: Service, data: EngineData, plan: RequestPlan): Promise<void> {
  const request = buildRequest(data, plan);
  const expected = expectation(data, request);
  if (expected === undefined) return fc.pre(false);
  const check = async (
    to: string,
    sent: GridRequest,
    differ: (answer: string) => string | undefined,
  ): Promise<void> => {
    const body = stringify(plan.naming % 2 === 0 ? { unigrid: sent } : sent) ?? '';
    const { status, body: answer } = await service.query(body, to);
    const difference = status === 200 ? differ(answer) : `the status is ${status}`;
    if (difference !== undefined) throw new Error(`${difference}\n  for ${body}\n  the answer is ${answer}`);
  };
  await check('', request, (answer) => differenceOf(expected, request, answer));
  if (expected.summaries) {
    await check('/summaries', request, (answer) => summaryAnswerDifference(expected, answer));
  }
  if (plan.naming % 5 === 0) {
    const { offset: _offset, limit: _limit, ...all } = request;
    await check('/export?format=ndjson', all, (answer) => exportDifference(expected, answer));
  }
}

/** Undefined if the reference evaluator would take too long. */
function expectation(data: EngineData, request: GridRequest): Expected | undefined {
  try {
    return evaluate(data, request);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}
