/** Sends the same requests to all engines over the same data: the answers must be identical, byte by byte. */
import fc from 'fast-check';
import { stringify } from 'lossless-json';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines, type TestDatabase } from '../support/servers.ts';
import { now } from './analysis/check.ts';
import { analysisRequest, tapes } from './analysis/generate.ts';
import { buildRequest } from './build.ts';
import { type DataSet, storedOn, withoutOwnReferences } from './dataset.ts';
import { requestPlan } from './generate.ts';
import { loadData } from './load.ts';
import { isApproximate, UncertainError } from './reference/numbers.ts';
import { evaluate } from './reference.ts';
import type { GridRequest } from './request.ts';
import { TooLarge } from './rows.ts';
import { type Service, serve } from './service.ts';
import { zoo } from './zoo.ts';

const data: DataSet = {
  name: 'zoo',
  tables: zoo.tables.filter((table) => table.engines === undefined).map(withoutOwnReferences),
};
const stored = storedOn('sqlite', data);

/** The number of requests, and their random seed. */
interface Sent {
  readonly runs: number;
  readonly seed: number;
}

export function checkIdentical(plain: Sent, analyses: Sent): void {
  describe('all engines', () => {
    const databases: TestDatabase[] = [];
    const services: Service[] = [];
    beforeAll(async () => {
      for (const engine of engines) {
        const database = await loadData(engine, data);
        databases.push(database);
        services.push(await serve(database.url));
      }
    });
    afterAll(async () => {
      for (const service of services) await service.close();
      for (const database of databases) await database.drop();
    });

    const compare = async (request: GridRequest): Promise<void> => {
      // Estimates differ between engines.
      const body = (stringify({ unigrid: request }) ?? '').replace('"count":"estimate"', '"count":"exact"');
      const answers = await Promise.all(services.map((service) => service.query(body)));
      const [first, ...others] = answers.map(({ status, body: text }) => [status, comparable(text)]);
      for (const other of others) expect(other, body).toEqual(first);
    };
    const figure = (count: number, what: string) =>
      `${count} ${what} have the same bytes on ${engines.join(', ')}`;
    const options = { timeout: 3_600_000 };

    test(
      `give identical answers to ${plain.runs} queries (seed ${plain.seed})`,
      options,
      async ({ annotate }) => {
        await fc.assert(
          fc.asyncProperty(requestPlan, (plan) =>
            compare(buildRequest(stored, plan, (column) => column.portable !== false)),
          ),
          { numRuns: plain.runs, seed: plain.seed },
        );
        await annotate(figure(plain.runs, 'generated queries'), 'V1');
      },
    );

    test(
      `give identical answers to ${analyses.runs} analyses (seed ${analyses.seed})`,
      options,
      async ({ annotate }) => {
        vi.useFakeTimers({ toFake: ['Date'], now });
        try {
          await fc.assert(
            fc.asyncProperty(tapes, async (tape) => {
              const request = analysisRequest(stored, tape, { isPortable: true, now });
              fc.pre(isSure(request));
              await compare(request);
            }),
            // Shrinking to the smallest example can take half an hour.
            { numRuns: analyses.runs, seed: analyses.seed, maxSkipsPerRun: 20, endOnFailure: true },
          );
        } finally {
          vi.useRealTimers();
        }
        await annotate(figure(analyses.runs, 'generated analyses'), 'V1');
      },
    );
  });
}

/** Engines that only have doubles are inexact for numbers with more digits. */
function isSure(request: GridRequest): boolean {
  try {
    const { ties, summaries } = evaluate(stored, request, now);
    const cells = [...ties.flat(2), ...[...(summaries?.values() ?? [])].flatMap((by) => [...by.values()])];
    return !cells.some((cell) => isApproximate(cell) && cell.count === 1n);
  } catch (error) {
    if (error instanceof UncertainError || error instanceof TooLarge) return false;
    throw error;
  }
}

/**
 * Some differences are allowed. A cursor is opaque and contains values in the engine's notation: only its presence must
 * be the same. SQLite writes doubles with all 17 digits, integral ones with `.0`, and small or large ones with an
 * exponent.
 */
function comparable(body: string): string {
  return body
    .replace(/"next":"[\w-]+"}$/, '"next":""}')
    .replace(/(?<=[[,:])-?\d(\.\d+)?e-\d\d(?=[\],}])/g, (small) =>
      Number(small).toFixed(15).replace(/0+$/, ''),
    )
    .replace(/(?<=[[,:])-?\d(\.\d+)?e\+\d\d(?=[\],}])/g, (large) => String(Number(large)))
    .replace(/(?<=[[,:]-?\d+)\.0(?=[\],}])/g, '')
    .replace(/(?<=[[,:])-?(?=[\d.]{17})\d+\.\d+(?=[\],}])/g, (digits) => String(Number(digits)));
}
