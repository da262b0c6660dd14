/** Hostile names in every position, wrong types in every leaf, mutated bodies: properly refused, without damage. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fewOrAll, isLongRun } from '../support/long-run.ts';
import { engines } from '../support/servers.ts';
import { type GuardedZoo, loadGuardedZoo } from './canary.ts';
import { leak } from './hostile-names.ts';
import { seed } from './seed.ts';
import { type Answer, type Service, serve } from './service.ts';

/** A request with every feature. */
function fullRequest() {
  return {
    unigrid: {
      entities: [
        {
          id: 'visit',
          alias: 'v',
          relation: null,
          attributes: [
            { id: 'id', alias: 'key', selected: true, summaries: ['sum', 'avg'] },
            { id: 'city', alias: 'town', selected: true },
            {
              entity: {
                id: 'step',
                alias: 's',
                relation: { attr_parent: 'id', attr_child: 'visit_id' },
                attributes: [{ id: 'word', alias: 'word', selected: false }],
              },
            },
          ],
        },
      ],
      where: {
        cond: {
          with: 'AND',
          entries: [
            { func: { name: 'ILIKE', args: [{ alias: 'town' }, { value: '%n%' }] } },
            { func: { name: 'IN', args: [{ alias: 'key' }, { value: [101, 102, 103] }] } },
            {
              func: {
                name: 'EXISTS',
                args: [
                  {
                    entity: {
                      id: 'person',
                      relation: { attr_parent: 'person_id' },
                      attributes: [{ id: 'name', alias: 'who', selected: false }],
                    },
                    of: 'v',
                    where: { func: { name: 'NOT_IS_NULL', args: [{ alias: 'who' }] } },
                  },
                ],
              },
            },
          ],
        },
      },
      order: [{ alias: 'town', asc: false, nulls: 'last' }],
      offset: 0,
      limit: 10,
      count: 'exact',
    },
  };
}

function groupRequest() {
  return {
    unigrid: {
      entities: [
        {
          id: 'visit',
          relation: null,
          attributes: [
            { id: 'day', alias: 'when', selected: true, bucket: 'month' },
            { id: 'stars', alias: 'stars', selected: false, summaries: ['max'] },
          ],
        },
      ],
      group: ['when'],
      order: [{ alias: 'when' }],
    },
  };
}

type Path = readonly (string | number)[];

/** The paths of all scalars in a document. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A copy with another value at one path; `__proto__` is treated as an ordinary property. */
function replaced(value: unknown, path: Path, other: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return other;
  if (Array.isArray(value)) return value.map((item, i) => (i === key ? replaced(item, rest, other) : item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === key ? replaced(inner, rest, other) : inner]),
  );
}

function pointer(path: Path): string {
  return path.map((key) => `/${key}`).join('');
}

const problem = z.object({ pointer: z.string().optional(), detail: z.string() });

/** The tests of one file: on every engine, these names in every position and this many mutated bodies. */
export function checkHostile(names: readonly string[], mutations: number): void {
  describe.each(engines)('hostile requests on %s', (engine) => {
    // DuckDB takes longer to plan a statement than the others to answer.
    const bodies = engine === 'duckdb' ? mutations / 10 : mutations;
    // Wrong values are refused before the engine matters.
    const isForAll = fewOrAll(['sqlite'], engines).includes(engine);
    let watched: GuardedZoo;
    let service: Service;
    beforeAll(async () => {
      watched = await loadGuardedZoo(engine);
      service = await serve(watched.database.url);
    });
    afterAll(async () => {
      await service?.close();
      await watched?.database.drop();
    });

    async function send(body: unknown): Promise<Answer> {
      const answer = await service.query(typeof body === 'string' ? body : JSON.stringify(body));
      const isFine =
        (answer.status >= 200 && answer.status < 300) || (answer.status >= 400 && answer.status < 500);
      if (!isFine || (answer.status >= 400 && leak.test(answer.body))) {
        throw new Error(
          `${answer.status} ${answer.body} for ${typeof body === 'string' ? body : JSON.stringify(body)}`,
        );
      }
      return answer;
    }

    async function expectNothingHarmed(): Promise<void> {
      await watched.expectUnharmed();
      expect(service.mistakes).toEqual([]);
    }

    test('the unchanged requests are valid', async () => {
      expect((await send(fullRequest())).status).toBe(200);
      expect((await send(groupRequest())).status).toBe(200);
    });

    const places = [fullRequest(), groupRequest()].flatMap((request) =>
      leaves(request)
        .filter((path) => typeof at(request, path) === 'string')
        // In other positions a name is refused before any engine is asked.
        .filter((path) => isForAll || fits(path, at(request, path), 'text'))
        .map((path) => ({ place: pointer(path), path, request })),
    );

    test.each(places)(
      `${names.length} names at $place do no harm`,
      { timeout: 120_000 },
      async ({ path, request }) => {
        for (const name of names) await send(replaced(request, path, name));
      },
    );

    test(`${names.length} names as aliases are returned unchanged as columns`, {
      timeout: 120_000,
    }, async ({ annotate }) => {
      for (const alias of names) {
        const { status, body } = await send({
          entities: [{ id: 'tag', attributes: [{ id: 'word', alias, summaries: ['count'] }] }],
          order: [{ alias }],
        });
        expect({ alias, status }).toEqual({ alias, status: 200 });
        const answer = z.object({ cols: z.array(z.string()) }).parse(JSON.parse(body));
        expect(answer.cols).toEqual([alias]);
      }
      await expectNothingHarmed();
      await annotate(
        `${engine}: ${names.length} names × ${places.length} places, 0 SQL errors, nothing harmed`,
        'A1',
      );
    });

    test(`${names.length} names as cursors are refused`, { timeout: 120_000 }, async ({ annotate }) => {
      for (const after of names) {
        const { status, body } = await send({
          entities: [{ id: 'tag', attributes: [{ id: 'word' }] }],
          after,
        });
        expect({ after, status, pointer: problem.parse(JSON.parse(body)).pointer }).toEqual({
          after,
          status: 400,
          pointer: '/after',
        });
      }
      await annotate(
        `${engine}: ${names.length} hostile texts and ${wrong.length} wrong values as cursors, refused with their pointer`,
        'A2',
      );
    });

    const wrong: readonly (readonly [string, unknown])[] = [
      ['object', { a: 1 }],
      ['array', ['x']],
      ['boolean', true],
      ['number', 7],
      ['fraction', -1.5],
      ['text', 'no such thing'],
      ['null', null],
      ['nested array', [[]]],
    ];

    const leafCases = [fullRequest(), groupRequest()].flatMap((request) =>
      leaves(request).flatMap((path) =>
        wrong
          .filter(([kind]) => !fits(path, at(request, path), kind))
          .map(([kind, value]) => ({ place: pointer(path), kind, path, value, request })),
      ),
    );

    test.each(isForAll ? wrong : [])('%s as a cursor is refused with a pointer', async (_kind, after) => {
      const { unigrid } = fullRequest();
      const { status, body } = await send({ unigrid: { ...unigrid, after } });
      expect({ status, pointer: problem.parse(JSON.parse(body)).pointer }).toEqual({
        status: 400,
        pointer: '/unigrid/after',
      });
    });

    test.each(isForAll ? leafCases : [])(
      '$kind at $place is refused with a pointer',
      async ({ place, path, value, request }) => {
        const { status, body } = await send(replaced(request, path, value));
        const told = problem.parse(JSON.parse(body));
        expect(status).toBe(400);
        expect(told.pointer?.startsWith(place), `${told.pointer} ${told.detail}`).toBe(true);
      },
    );

    test('huge values in every leaf are accepted or refused with a pointer', {
      timeout: 120_000,
    }, async ({ annotate }) => {
      const huge = [
        ['fraction', '1e400'],
        ['number', '9'.repeat(5_000)],
        ['fraction', `-0.${'3'.repeat(2_000)}`],
        ['text', `"${'%'.repeat(200_000)}"`],
        // Values for which a regular expression could take quadratic time.
        ['number', `1${'0'.repeat(150_000)}1`],
        ['text', `"1${'0'.repeat(150_000)}1"`],
        ['text', `"${' '.repeat(150_000)}x"`],
        ['text', `"2024-01-01T00:00:00.${'0'.repeat(150_000)}1"`],
      ] as const;
      const isLong = (value: string) => value.length >= 10_000;
      const tried = huge.filter(([, value], i) => isLongRun || !isLong(value) || i % 2 === 1);
      const long = tried.filter(([, value]) => isLong(value));
      for (const request of fewOrAll([fullRequest()], [fullRequest(), groupRequest()])) {
        for (const [number, path] of leaves(request).entries()) {
          const marked = JSON.stringify(replaced(request, path, '@'));
          for (const [kind, value] of tried) {
            const isFit = fits(path, at(request, path), kind);
            if (!isFit && !isForAll) continue;
            // Values that are refused unread: each leaf gets one of the long variants in turn.
            const isItsTurn = isFit || long[number % long.length]?.[1] === value;
            if (!isLongRun && isLong(value) && !isItsTurn) continue;
            // Valid values reach the engine, and SQLite takes many seconds to compare such long texts.
            const sent = isFit && !isLongRun ? value.replace(/0{100000}| {100000}/, '') : value;
            const { status, body } = await send(marked.replace('"@"', sent));
            if (isFit) continue;
            const told = problem.parse(JSON.parse(body));
            const place = pointer(path);
            expect({ place, kind, status, pointed: told.pointer?.startsWith(place) }).toEqual({
              place,
              kind,
              status: 400,
              pointed: true,
            });
          }
        }
      }
      await expectNothingHarmed();
      if (isForAll)
        await annotate(`${engine}: ${leafCases.length} wrong values refused with their pointer`, 'A2');
    });

    test(`${bodies} mutated bodies do no harm (seed ${seed})`, { timeout: 300_000 }, async () => {
      const texts = [fullRequest(), groupRequest()].map((request) => JSON.stringify(request));
      const cut = fc.record({
        how: fc.constantFrom('flip', 'delete', 'double', 'swap', 'insert'),
        from: fc.nat(9999),
        length: fc.integer({ min: 1, max: 40 }),
        to: fc.nat(9999),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...texts),
          fc.array(cut, { minLength: 1, maxLength: 4 }),
          async (text, cuts) => {
            await send(cuts.reduce(mutate, text));
          },
        ),
        { numRuns: bodies, seed },
      );
      await expectNothingHarmed();
    });
  });
}

interface Cut {
  readonly how: string;
  readonly from: number;
  readonly length: number;
  readonly to: number;
}

const tokens = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  'null',
  '1e999',
  '-',
  '""',
  '"id"',
  '[]',
  '{}',
  '\\',
  '\\u0000',
];

function mutate(text: string, { how, from, length, to }: Cut): string {
  const start = from % Math.max(1, text.length);
  const end = Math.min(text.length, start + length);
  const part = text.slice(start, end);
  const place = to % Math.max(1, text.length);
  switch (how) {
    case 'flip':
      return `${text.slice(0, start)}${String.fromCharCode(text.charCodeAt(start) ^ (1 << (to % 7)))}${text.slice(start + 1)}`;
    case 'delete':
      return text.slice(0, start) + text.slice(end);
    case 'double':
      return text.slice(0, place) + part + text.slice(place);
    case 'swap':
      return text.slice(0, start) + text.slice(place, place + length) + text.slice(end);
    default:
      return text.slice(0, start) + tokens[to % tokens.length] + text.slice(start);
  }
}

/** Whether a seemingly wrong value is valid at this path after all. */
function fits(path: Path, usual: unknown, kind: string): boolean {
  const name = path.at(-1);
  if (typeof usual === 'boolean') return kind === 'boolean';
  // Another alias is valid where it is defined; references to the old one are then wrong.
  if (name === 'alias' && kind === 'text') return path.at(-3) !== 'args' && path.at(-3) !== 'order';
  if (name === 'relation') return kind === 'null';
  if (name === 'offset' || name === 'limit') return kind === 'number';
  if (name === 'value') return kind !== 'object' && !kind.endsWith('array') && kind !== 'null';
  if (path.at(-2) === 'value') return kind === 'number' || kind === 'fraction';
  return false;
}
