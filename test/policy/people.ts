/** The zoo's users and their rights: as a policy, and as a plain function, row by row. */
import type { PolicyDocument } from '../../src/contract/policy.ts';
import { columnIndex, type DataSet, type DataTable, type Row, type Value } from '../query/dataset.ts';
import { isDecimal } from '../query/decimal.ts';

const func = (name: string, ...args: object[]) => ({ func: { name, args } });

export const policy: PolicyDocument = {
  users: {
    gil: { roles: ['guide'], attributes: { cities: ['Köln', 'Nîmes'] } },
    kim: { roles: ['clerk', 'mate'], attributes: { boss: 1 } },
    lee: { roles: ['reader', 'german'], attributes: { country: 'DE' } },
    mo: { roles: ['lost', 'tagger', 'north', 'south'], attributes: {} },
    all: { roles: ['everything'] },
  },
  roles: {
    guide: {
      person: {
        read: { columns: ['*', '-pay', '-note'], rows: func('EQ', { attr: 'active' }, { value: true }) },
      },
      visit: { read: { columns: ['*', '-fine'], rows: func('IN', { attr: 'city' }, { user: 'cities' }) } },
      place: { read: { columns: ['country', 'city', 'label'] } },
      step: {
        read: {
          rows: func('EXISTS', {
            entity: { id: 'visit', relation: { attr_parent: 'visit_id' } },
            where: func('IN', { attr: 'city' }, { user: 'cities' }),
          }),
        },
      },
    },
    clerk: {
      person: { read: { columns: ['id', 'name', 'born'] } },
      // The key is hidden, and so is the relation to the person.
      visit: {
        read: {
          columns: ['*', '-id', '-person_id'],
          rows: { cond: { with: 'NOT', entries: [func('EQ', { attr: 'stars' }, { value: 3 })] } },
        },
      },
      tag: { read: true },
    },
    mate: {
      person: { read: { rows: func('EQ', { attr: 'boss_id' }, { user: 'boss' }) } },
      place: { read: true },
    },
    reader: {
      place: { read: { columns: ['label'] } },
      visit: { read: { rows: func('EQ', { attr: 'country' }, { user: 'country' }) } },
    },
    german: { place: { read: { rows: func('EQ', { attr: 'country' }, { user: 'country' }) } } },
    lost: {
      person: {
        read: { rows: { cond: { with: 'NOT', entries: [func('EQ', { attr: 'id' }, { user: 'missing' })] } } },
      },
    },
    tagger: { tag: { read: { columns: ['word'] } } },
    // The same condition with other values, and other columns.
    north: {
      place: {
        read: { columns: ['country', 'label'], rows: func('EQ', { attr: 'country' }, { value: 'DE' }) },
      },
    },
    south: {
      place: {
        read: { columns: ['country', 'city'], rows: func('EQ', { attr: 'country' }, { value: 'FR' }) },
      },
    },
    everything: { '*': { read: true } },
  },
};

export interface Sight {
  readonly user: string;
  /** The visible columns in a row of a table; null if the row is hidden. */
  see(data: DataSet, table: DataTable, row: Row): ReadonlySet<string> | null;
}

type Seeing = (value: (column: string) => Value, data: DataSet) => readonly string[] | null;

const cities: readonly Value[] = ['Köln', 'Nîmes'];

function all(table: string, ...except: string[]): (data: DataSet) => string[] {
  return (data) =>
    tableOf(data, table)
      .columns.map(({ name }) => name)
      .filter((name) => !except.includes(name));
}

function tableOf({ tables }: DataSet, name: string): DataTable {
  const table = tables.find((one) => one.name === name);
  if (table === undefined) throw new Error(`there is no table ${name}`);
  return table;
}

function equals(value: Value, other: string | number | boolean): boolean {
  return value !== null && (isDecimal(value) ? Number(value.unscaled) / 10 ** value.scale : value) === other;
}

const visibleColumns: Readonly<Record<string, Readonly<Record<string, Seeing>>>> = {
  gil: {
    person: (value, data) => (equals(value('active'), true) ? all('person', 'pay', 'note')(data) : null),
    visit: (value, data) => (cities.includes(value('city')) ? all('visit', 'fine')(data) : null),
    place: () => ['country', 'city', 'label'],
    step: (value, data) => {
      const visits = tableOf(data, 'visit');
      const [id, city] = ['id', 'city'].map((name) => columnIndex(visits, name));
      const own = visits.rows.find((row) => sameValue(row[id ?? 0] ?? null, value('visit_id')));
      return own !== undefined && cities.includes(own[city ?? 0] ?? null) ? all('step')(data) : null;
    },
  },
  kim: {
    person: (value, data) => (equals(value('boss_id'), 1) ? all('person')(data) : ['id', 'name', 'born']),
    visit: (value, data) =>
      value('stars') === null || equals(value('stars'), 3) ? null : all('visit', 'id', 'person_id')(data),
    tag: (_, data) => all('tag')(data),
    place: (_, data) => all('place')(data),
  },
  lee: {
    place: (value, data) => (value('country') === 'DE' ? all('place')(data) : ['label']),
    visit: (value, data) => (value('country') === 'DE' ? all('visit')(data) : null),
  },
  mo: {
    tag: () => ['word'],
    place: (value) => {
      if (value('country') === 'DE') return ['country', 'label'];
      return value('country') === 'FR' ? ['country', 'city'] : null;
    },
  },
};

export const limited: readonly Sight[] = Object.entries(visibleColumns).map(([user, tables]) => ({
  user,
  see(data, table, row) {
    const columns = tables[table.name]?.((name) => row[columnIndex(table, name)] ?? null, data) ?? null;
    return columns === null ? null : new Set(columns);
  },
}));

export function sameValue(a: Value, b: Value): boolean {
  if (isDecimal(a) && isDecimal(b)) return a.unscaled === b.unscaled && a.scale === b.scale;
  return a === b;
}

/** The columns that are visible in at least one row. */
export function columnsSeen(data: DataSet, table: DataTable, { see }: Sight): ReadonlySet<string> {
  return new Set(table.rows.flatMap((row) => [...(see(data, table, row) ?? [])]));
}
