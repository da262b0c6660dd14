/** Tables whose foreign keys are equal to the referenced values, possibly in another notation. */

export interface EqualKeys {
  readonly type: string;
  /** The referenced values, and the texts that reference each of them. */
  readonly rows: Readonly<Record<string, readonly string[]>>;
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * Parents referenced by their primary key, by another unique key, and by one of two columns. `rule`: the action of the
 * first reference.
 */
export function tablesOf({ type, rows }: EqualKeys, i: number, rule: '' | 'on delete cascade'): string {
  const parents = Object.keys(rows);
  const children = parents.flatMap((parent) => rows[parent] ?? []);
  const place = (text: string) => parents.findIndex((parent) => rows[parent]?.includes(text));
  return `
    create table p${i} (code ${type} primary key, n integer not null);
    insert into p${i} values ${parents.map((parent, n) => `(${literal(parent)}, ${n})`).join(', ')};
    create table u${i} (id integer primary key, code ${type} not null unique, n integer not null);
    insert into u${i} values ${parents.map((parent, n) => `(${n + 100}, ${literal(parent)}, ${n})`).join(', ')};
    create table d${i} (n integer, code ${type}, primary key (n, code));
    insert into d${i} values ${parents.map((parent, n) => `(${n}, ${literal(parent)})`).join(', ')};
    create table c${i} (id integer primary key, n integer not null, code ${type} not null,
      foreign key (code) references p${i} (code) ${rule}, constraint u${i} foreign key (code) references u${i} (code),
      constraint d${i} foreign key (n, code) references d${i} (n, code));
    insert into c${i} values ${children.map((child, id) => `(${id}, ${place(child)}, ${literal(child)})`).join(', ')};`;
}
