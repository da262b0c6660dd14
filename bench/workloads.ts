// The requests sent to Joinery under load, and the equivalent requests to the floor. No request is sent twice: a key, a
// value or a text differs each time, so that caching whole requests would not help a server.
import type { LiveEngine as Engine } from '../test/support/engines.ts';
import { employees, type Sizes, shops } from './data.ts';
import * as documents from './documents.ts';
import type { Call } from './load.ts';
import { cities, differentEndings, endingsBeyondAscii, typedEnding } from './words.ts';

/** One client, and many. */
export const loads: readonly number[] = [1, 32];

/** The n-th request. */
export type Calls = (n: number) => Call;

export interface Workload {
  readonly name: string;
  readonly joinery: Calls;
  readonly floor: Calls;
  /** The number of requests before one is repeated; infinite for those that are meant to repeat. */
  readonly different: number;
  /** Whether there is better SQL than the plain contender's. */
  readonly hasBest: boolean;
  /** The numbers of connections to measure with. */
  readonly loads: readonly number[];
  /** The number of answers in a turn, if turns of equal length would compare requests of different cost. */
  readonly answers?: number;
  /** The goal as a share of the plain contender's rate, by number of connections. */
  readonly goal: (connections: number) => number | null;
  /** Safety work that Joinery does here and the floor does not. */
  readonly note?: string;
}

/** Spreads 0, 1, 2, … over a range without repeating a number; 48,271 is prime. */
const spread = (n: number, range: number) => (n * 48_271) % range;

const ask = (document: string): Call => ({ method: 'POST', path: documents.queryPath, body: document });
const floorAsk = (path: string, body: unknown): Call => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
});

export function recordWorkload(orders: number): Workload {
  const call = (n: number): Call => ({
    method: 'GET',
    path: `/api/database/tables/orders/recs/[${spread(n, orders) + 1}]`,
  });
  return {
    name: 'one record by key',
    joinery: call,
    floor: call,
    different: orders,
    hasBest: false,
    loads,
    goal: (connections) => (connections === 1 ? 1.0 : 1.2),
  };
}

const cents = 9_000;
const shopOf = (n: number) => ({
  shop: (n % shops) + 1,
  total: spread(Math.floor(n / shops), cents) / 100,
});

const pageGoal = (connections: number) => (connections === 1 ? 1.3 : 1.4);

export function pageWorkloads(orders: number): readonly Workload[] {
  // All pages are full: each employee has more orders than the highest offset needs.
  const offsets = Math.floor((orders / employees) * 0.9) - 120;
  const employeeOf = (n: number) => ({
    employee: (n % employees) + 1,
    offset: spread(Math.floor(n / employees), offsets),
  });
  const rows = `${orders.toLocaleString('en')} rows`;
  const ofEmployee: Workload = {
    name: `page of 100: a key with 0.2 % of ${rows}, two joins, sort, total`,
    joinery: (n) => ask(documents.employeeOrders(employeeOf(n))),
    floor: (n) => floorAsk('/ofEmployee', employeeOf(n)),
    different: employees * offsets,
    hasBest: true,
    loads,
    goal: pageGoal,
  };
  const ofShop: Workload = {
    name: `page of 100: a key with 2 % of ${rows} and a bound, two joins, sort, total`,
    joinery: (n) => ask(documents.shopOrders(shopOf(n))),
    floor: (n) => floorAsk('/ofShop', shopOf(n)),
    different: shops * cents,
    hasBest: true,
    loads,
    goal: pageGoal,
  };
  const ofBook: Workload = {
    name: `page of 100 of a view: a key with 0.2 % of ${rows}, sort, total`,
    joinery: (n) => ask(documents.bookOrders(employeeOf(n))),
    floor: (n) => floorAsk('/ofBook', employeeOf(n)),
    different: employees * offsets,
    hasBest: false,
    loads,
    goal: () => null,
    note: 'what a view’s functions may have set in the session is undone before somebody else gets it',
  };
  return [ofEmployee, ofShop, ofBook];
}

function searchWorkload(name: string, different: number, text: (n: number) => string): Workload {
  return {
    name: `search in a joined column, page of 100: ${name}, two joins, sort, total`,
    joinery: (n) => ask(documents.cityOrders(text(n))),
    floor: (n) => floorAsk('/search', { city: text(n) }),
    different,
    hasBest: true,
    loads,
    goal: () => 1.4,
  };
}

/** Endings that contain non-ASCII letters, followed by one digit of the name's number. */
const beyondAscii = cities.flatMap(endingsBeyondAscii);

export const searchWorkloads: readonly Workload[] = [
  searchWorkload(
    '0.2 % match',
    differentEndings * 10,
    (n) => `${typedEnding(Math.floor(n / 10))} 1${n % 10}`,
  ),
  searchWorkload('2 % match', differentEndings, typedEnding),
  {
    ...searchWorkload('a text beyond ASCII, 0.2 % match', beyondAscii.length * 10, (n) => {
      const ending = beyondAscii[Math.floor(n / 10) % beyondAscii.length];
      return `${ending} 1${n % 10}`;
    }),
    loads: [1],
    goal: () => null,
    note: 'case is ignored in all of Unicode; the floor’s LIKE does so for ASCII only on SQLite, and ignores accents on MariaDB',
  },
];

/** Slow requests read different shares of a table: in each turn, every contender answers the same ones. */
const slowAnswers = 4;

/** Analytical queries; the goal is nine tenths of SQL written by hand for the one question. */
export function analysisWorkloads({ customers, orders, lines }: Sizes): readonly Workload[] {
  const count = (n: number, what: string) => `${n.toLocaleString('en')} ${what}`;
  const common = { hasBest: false, goal: () => 0.9 } as const;
  const bound = (n: number) => ({ total: spread(n, cents) / 100 });
  const spender = (n: number) => ({ from: spread(n, customers - 200) + 1, ...bound(n) });
  return [
    {
      ...common,
      name: `page of 100 of ${count(customers, 'customers')}, each with the sum of related orders over a bound`,
      joinery: (n) => ask(documents.spenders(spender(n))),
      floor: (n) => floorAsk('/spenders', spender(n)),
      different: customers - 200,
      loads,
    },
    {
      ...common,
      name: `group of ${count(lines, 'rows')}, price × quantity added up`,
      answers: slowAnswers,
      joinery: (n) => ask(documents.revenue(bound(n))),
      floor: (n) => floorAsk('/revenue', bound(n)),
      different: cents,
      loads: [1],
    },
    {
      ...common,
      name: `pivot of ${count(orders, 'rows')}: sums by shop, a column for each state`,
      answers: slowAnswers,
      joinery: (n) => ask(documents.pivoted(bound(n))),
      floor: (n) => floorAsk('/pivoted', bound(n)),
      different: cents,
      loads: [1],
    },
    {
      ...common,
      name: `top 3 of each of five groups in 2 % of ${count(orders, 'rows')}`,
      joinery: (n) => ask(documents.best(shopOf(n))),
      floor: (n) => floorAsk('/best', shopOf(n)),
      different: shops * cents,
      loads,
    },
  ];
}

/** The same request every time, which a server may cache. */
export function repeated(workload: Workload): Workload {
  return {
    ...workload,
    name: `${workload.name}; the same request again and again`,
    joinery: () => workload.joinery(0),
    floor: () => workload.floor(0),
    different: Number.POSITIVE_INFINITY,
    goal: () => null,
  };
}

export function listWorkload(rows: number): Workload {
  const call = (n: number): Call => ({
    method: 'GET',
    path: `/api/database/tables/orders?limit=${rows - (n % 1_000)}`,
  });
  return {
    name: `record list of ${rows.toLocaleString('en')} rows with links`,
    joinery: call,
    floor: call,
    different: 1_000,
    hasBest: true,
    loads,
    goal: () => 2.6,
  };
}

/** A part of the order lines, by order number; null for all of them. */
export type ExportPart = { readonly from: number; readonly to: number } | null;

export const exportCall = (part: ExportPart): Call => ({
  method: 'POST',
  path: `${documents.queryPath}/export?format=csv`,
  body: documents.orderLines(part),
});
export const floorExportCall = (part: ExportPart): Call => floorAsk('/export', part);
export const exportGoal: Record<Engine, number> = { sqlite: 1.2, postgres: 1.0, mysql: 1.0 };
