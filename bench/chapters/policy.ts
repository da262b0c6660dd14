// The cost of a policy: a page filtered by the policy against the same filter in the request, records by key with and
// without a policy, and the start with a very large policy.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/support/folders.ts';
import { createDatabase, type LiveDatabase } from '../../test/support/servers.ts';
import { employees, loadManyTables } from '../data.ts';
import * as documents from '../documents.ts';
import type { Effort } from '../effort.ts';
import type { Call } from '../load.ts';
import { duration, measure, memoryOf, runAlternately } from '../measure.ts';
import { type Line, rateLine, timeLine } from '../report.ts';
import { type Subject, startJoinery } from '../subject.ts';
import { type Calls, loads, recordWorkload } from '../workloads.ts';
import { ask, type Chapter, inSequence } from './chapter.ts';
import { login, usersFile } from './session.ts';

const employee = 7;
/** The tables that an order links to. */
const others = ['customers', 'employees', 'shops'];
const roleCount = 1_000;
const entityCount = 500;

/** The user sees the orders of one employee; for single records, all orders above a minimum id. */
const policies = {
  page: { name: 'EQ', args: [{ attr: 'employee_id' }, { user: 'employee' }] },
  record: { name: 'GTE', args: [{ attr: 'id' }, { user: 'least' }] },
};

async function policyFile(document: object): Promise<string> {
  const file = join(await temporaryFolder(), 'policy.json');
  await writeFile(file, JSON.stringify(document));
  return file;
}

/** Null for no condition, so that only the recording of reads is measured. */
const limitedBy = (func: object | null) =>
  policyFile({
    users: { ada: { roles: ['sales'], attributes: { employee, least: 0 } } },
    roles: {
      sales: {
        orders: { read: func === null ? true : { rows: { func } } },
        ...Object.fromEntries(others.map((name) => [name, { read: true }])),
      },
    },
  });

export const policy: Chapter = async (sales, effort) => {
  const { orders } = effort.sizes;
  const offsets = Math.floor((orders / employees) * 0.9) - 120;
  const query = (body: string): Call => ({ method: 'POST', path: documents.queryPath, body });
  const byKey = recordWorkload(orders).joinery;
  return [
    ...(await contest(sales, effort, limitedBy(policies.page), {
      workload: 'page of 100 with a row filter of the policy, against the same filter in the request',
      limited: (n) => query(documents.ofCurrentUser({ offset: n % offsets })),
      open: (n) => query(documents.employeeOrders({ employee, offset: n % offsets })),
      goal: 0.95,
    })),
    ...(await contest(sales, effort, limitedBy(policies.record), {
      workload: 'record by key with a row filter of the policy, against without a policy',
      limited: byKey,
      open: byKey,
      goal: 0.9,
    })),
    ...(await contest(sales, effort, limitedBy(null), {
      workload: 'record by key under a policy that hides nothing (the audit log), against without a policy',
      limited: byKey,
      open: byKey,
      goal: null,
    })),
    ...(await startLines(sales, effort)),
  ];
};

interface Question {
  readonly workload: string;
  readonly limited: Calls;
  readonly open: Calls;
  readonly goal: number | null;
}

async function contest(
  { engine, url }: LiveDatabase,
  effort: Effort,
  file: Promise<string>,
  { workload, limited, open, goal }: Question,
): Promise<Line[]> {
  const users = await usersFile();
  const common = ['--users', users, '--state', 'none'];
  await using without = await startJoinery(url, ...common);
  await using withPolicy = await startJoinery(url, ...common, '--policy', await file);
  const turnOf = async (subject: Subject, calls: Calls) => {
    const authorization = await login(subject);
    return { authorization, calls: (n: number) => ({ ...calls(n), authorization }) };
  };
  const [theirs, ours] = [await turnOf(without, open), await turnOf(withPolicy, limited)];
  await checkSame(without, theirs.calls, withPolicy, ours.calls);
  const lines: Line[] = [];
  for (const connections of loads) {
    const options = { connections, until: { seconds: effort.seconds } };
    const [itself, joinery] = [inSequence(theirs.calls), inSequence(ours.calls)];
    const rounds = await runAlternately(effort, {
      itself: () => measure(without, itself, options),
      joinery: () => measure(withPolicy, joinery, options),
    });
    lines.push(rateLine({ engine, workload, connections }, rounds, 'itself', goal));
  }
  return lines;
}

/** Both must answer the same, except for addresses and cursors, which are sealed. */
async function checkSame(one: Subject, ofOne: Calls, other: Subject, ofOther: Calls): Promise<void> {
  for (const n of [1, 2, 30]) {
    const told = async (subject: Subject, calls: Calls) =>
      (await ask(subject, calls(n))).replaceAll(subject.address, '').replace(/"next":"[^"]*"/, '');
    const [first, second] = [await told(one, ofOne), await told(other, ofOther)];
    if (first === second) continue;
    throw new Error(`The answers differ: ${first.slice(0, 200)} and ${second.slice(0, 200)}`);
  }
}

const comparing = (name: string, attr: string, other: object) => ({
  func: { name, args: [{ attr }, other] },
});

/** The rights of a role on an entity. */
type GrantFor = (role: number, entity: number) => object;

const large: Readonly<Record<string, GrantFor>> = {
  '': () => ({ read: { columns: ['*', '-amount'], rows: comparing('GTE', 'id', { user: 'least' }) } }),
  ', each role with a value of its own': (role) => ({
    read: { columns: ['*', '-amount'], rows: comparing('EQ', 'before_id', { value: role }) },
  }),
  ', half of them limited, each by values and columns of its own': (role, entity) => {
    if (entity % 2 === 0) return { read: true };
    const own = comparing('EQ', 'before_id', { value: role * entityCount + entity });
    const named = comparing('IN', 'name', { value: [`name ${role}`, `name ${entity}`] });
    const columns = [['*', '-amount'], ['id', 'name'], ['*']][(role + entity) % 3];
    return { read: { columns, rows: { cond: { with: 'AND', entries: [own, named] } } } };
  },
};

/** Every role has an entry for every entity. */
function largePolicy(saying: GrantFor): Promise<string> {
  const list = <Item>(length: number, item: (i: number) => readonly [string, Item]) =>
    Object.fromEntries(Array.from({ length }, (_, i) => item(i)));
  const roles = list(roleCount, (role) => [
    `role ${role}`,
    list(entityCount, (entity) => [`t${entity}`, saying(role, entity)]),
  ]);
  return policyFile({ users: { ada: { roles: ['role 1'], attributes: { least: 0 } } }, roles });
}

async function startLines({ engine }: LiveDatabase, effort: Effort): Promise<Line[]> {
  await using many = await createDatabase(engine);
  await loadManyTables(many, entityCount);
  const users = await usersFile();
  const timed = async (...more: string[]) => {
    await using subject = await startJoinery(many.url, '--users', users, '--state', 'none', ...more);
    return duration(subject.readyMs, { ...memoryOf(subject), cpuPerAnswer: subject.cpu() });
  };
  const { repeats, longEnough } = effort;
  const lines: Line[] = [];
  for (const [which, saying] of Object.entries(large)) {
    const file = await largePolicy(saying);
    const turns = { plain: () => timed(), joinery: () => timed('--policy', file) };
    const rounds = await runAlternately({ repeats, longEnough }, turns);
    const workload = `start with ${roleCount.toLocaleString('en')} roles × ${entityCount} entities${which}: times the one without a policy`;
    lines.push(timeLine({ engine, workload, connections: 1 }, rounds, 'plain', null));
  }
  return lines;
}
