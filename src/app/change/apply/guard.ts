// Checks whether the policy allows a change: by whole grants, each with its columns, its row filter and its check.
import { grantedColumns, grantsOn, type RoleGrant } from '../../../contract/grants.ts';
import { itemsOf, membersOf } from '../../../contract/json-parts.ts';
import type { PolicyDocument, PolicyWhere } from '../../../contract/policy.ts';
import { Problem } from '../../../contract/problem.ts';
import { recordProperty } from '../../../contract/record-properties.ts';
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { UserRights } from '../../../identity/rights.ts';
import type { Entity, ForeignKey } from '../../../model/database.ts';
import type { Statement } from '../../../query/dialect/statement.ts';
import { recordStatement } from '../../read/record-statements.ts';
import type { Snapshot } from '../../snapshot.ts';
import { seesAllRows } from '../answer.ts';
import { refusedValue } from '../plan/plan.ts';
import { type Given, type PlannedChange, pointerToValue } from '../plan/planned.ts';
import { type ChangeContext, refersToRow } from '../refusals/refusals.ts';
import type { Image } from '../rows/image.ts';
import type { InsertedRows } from '../rows/new-rows.ts';
import { MadeKeys } from './made-keys.ts';
import type { Going } from './own-references.ts';
import { keyOf, presenceIn, presentAmong } from './presence.ts';

/** The database as seen under a single row filter. */
type View = ReturnType<Snapshot['as']>;

/** The number of references to cache. */
const maxFollowed = 10_000;

/** Called at each step of a change if there is a policy. */
export interface Guard {
  /** Whether the caller may know of the entity. */
  knows(entity: string): boolean;
  /** Throws a Problem if no grant allows such a change, whatever its row. */
  check(change: PlannedChange): void;
  /** The row as the caller sees it, by column; null if it is hidden. */
  seen(change: Pick<PlannedChange, 'visibleEntity'>, row: Image): Promise<ReadonlyMap<string, string> | null>;
  /** Which rows of tables with hidden ones the caller may see, by their places. */
  seenAmong(rows: readonly Going[]): Promise<ReadonlySet<number>>;
  /** Checks the rows before the change, null for new ones. */
  before(rows: readonly GuardedRow<Image | null>[]): Promise<void>;
  /** Checks the rows after the change. */
  after(rows: readonly GuardedRow<Image>[]): Promise<void>;
  /** Whether the inserted rows, which set the change's columns, are allowed; does not say why not. */
  allowsInserted(change: PlannedChange, made: InsertedRows): Promise<boolean>;
}

export interface GuardedRow<Row> {
  readonly change: PlannedChange;
  readonly row: Row;
  /** The given values, with references within the set resolved; absent if there are none. */
  readonly given?: PlannedChange['set'];
}

/** Null without a policy. */
export function guardOf(context: ChangeContext, transaction: WriteTransaction): Guard | null {
  const { snapshot } = context;
  return snapshot.isLimited ? new PolicyGuard(context, transaction) : null;
}

class PolicyGuard implements Guard {
  readonly #context: ChangeContext;
  readonly #snapshot: Snapshot;
  readonly #transaction: WriteTransaction;
  readonly #rights: UserRights;
  /** The grants that may still allow each change. */
  readonly #grants = new Map<PlannedChange, readonly RoleGrant[]>();
  readonly #views = new Map<Entity, Map<PolicyWhere, View>>();
  readonly #made = new MadeKeys();
  /** References already followed: many rows have the same ones. */
  readonly #followed = new Map<string, boolean>();

  constructor(context: ChangeContext, transaction: WriteTransaction) {
    // Must see rows inserted earlier in the same set.
    const fetch = async (statement: Statement) =>
      (await transaction.rows(statement)).flatMap(([row]) => row ?? []);
    this.#context = { ...context, fetch };
    this.#snapshot = context.snapshot;
    this.#transaction = transaction;
    this.#rights = context.snapshot.principal.rights;
  }

  knows(entity: string): boolean {
    return this.#snapshot.database.entities.has(entity);
  }

  check(change: PlannedChange): void {
    const { visibleEntity, entity, op, set, pointer } = change;
    const { policy, roles } = this.#rights;
    const grants = grantsOn(policy ?? {}, roles, entity.name, op);
    if (grants.length === 0) throw forbidden(`You may not ${op} rows of ${entity.name}.`, pointer.change);
    const names = [...set.keys()].map(({ name }) => name);
    const gives = ({ grant }: RoleGrant, name: string) =>
      grantedColumns(grant.columns, visibleEntity.column)?.has(name) ?? true;
    const missing = names.find((name) => !grants.some((grant) => gives(grant, name)));
    if (missing !== undefined) {
      // An undo may concern columns whose names are hidden from the caller.
      if (!visibleEntity.column.has(missing))
        throw forbidden(`You may not ${op} this row of ${entity.name}.`, pointer.change);
      throw forbidden(`You may not set ${missing} of ${entity.name}.`, pointerToValue(change, missing));
    }
    const covering = grants.filter((grant) => names.every((name) => gives(grant, name)));
    if (covering.length === 0) {
      throw forbidden(`You may not set these columns of ${entity.name} together.`, pointer.set);
    }
    this.#grants.set(change, covering);
    this.#made.add(change);
  }

  async seen(
    { visibleEntity }: Pick<PlannedChange, 'visibleEntity'>,
    row: Image,
  ): Promise<ReadonlyMap<string, string> | null> {
    if (visibleEntity.restriction === null)
      return new Map([...row].map(([name, { shown }]) => [name, shown]));
    const key = keyOf(visibleEntity, row);
    if (key === null) return null;
    const statement = recordStatement(this.#snapshot, visibleEntity, this.#context.addresses, key);
    const record = await this.#first(statement);
    if (record === null) return null;
    const members = membersOf(record);
    return new Map(
      visibleEntity.columns.map(({ name }) => [name, members.get(recordProperty(name)) ?? 'null']),
    );
  }

  seenAmong(rows: readonly Going[]): Promise<ReadonlySet<number>> {
    const { database } = this.#snapshot;
    const statements = rows.map(({ entity, image }) =>
      seesAllRows(database, entity.name) ? null : presenceIn(this.#snapshot, entity, image),
    );
    return presentAmong(this.#transaction, statements);
  }

  async before(rows: readonly GuardedRow<Image | null>[]): Promise<void> {
    // A change may hide a row from the caller, so cached references may be outdated.
    if (rows.some(({ change }) => change.op !== 'insert')) this.#followed.clear();
    for (const one of rows) await this.#follow(one);
    const there = rows.flatMap(({ change, row }) => (row === null ? [] : [{ change, row }]));
    const holding = await this.#remainingGrants(there, ({ grant }) => grant.rows);
    for (const { change } of there) {
      const { op, entity, pointer } = change;
      const own = holding.get(change) ?? [];
      if (own.length === 0) throw forbidden(`You may not ${op} this row of ${entity.name}.`, pointer.change);
      this.#grants.set(change, own);
    }
  }

  /** An update without its own check must leave the row among those that may be updated. */
  async after(rows: readonly GuardedRow<Image>[]): Promise<void> {
    const holding = await this.#remainingGrants(rows, ({ grant }) => grant.check ?? grant.rows);
    for (const { change } of rows) {
      if ((holding.get(change) ?? []).length > 0) continue;
      const { entity, pointer } = change;
      throw forbidden(`You may not give a row of ${entity.name} these values.`, pointer.set);
    }
  }

  async allowsInserted(change: PlannedChange, made: InsertedRows): Promise<boolean> {
    try {
      this.check(change);
      const rows = insertedImages(made).map((row) => ({
        change: { ...change, set: valuesInRow(change, row) },
        row,
      }));
      for (const { change: own } of rows) {
        this.#grants.set(own, this.#grants.get(change) ?? []);
        this.#made.add(own);
      }
      await this.before(rows.map(({ change: own }) => ({ change: own, row: null })));
      await this.after(rows);
      for (const { change: own } of rows) this.#grants.delete(own);
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  }

  /** Throws a Problem if a reference leads to no row that the caller may see. */
  async #follow({ change, row, given = change.set }: GuardedRow<Image | null>): Promise<void> {
    const { visibleEntity } = change;
    for (const key of visibleEntity.foreignKeys) {
      const names = new Set(key.columns.map(({ name }) => name));
      const own = [...change.set].filter(([{ name }]) => names.has(name));
      // An unchanged reference may lead to a hidden row, as may one to a row inserted by the same set.
      if (own.length === 0 || own.some(([, value]) => refersToInserted(key, value))) continue;
      const values = [...given].flatMap(([{ name }, value]) => (names.has(name) ? [[name, value]] : []));
      const kept = values.length === names.size ? [] : [...names].map((name) => row?.get(name)?.shown);
      const reference = JSON.stringify([visibleEntity.name, key.target, values, kept]);
      const resolved = { ...change, set: given };
      // Only hits are cached: a missing row may be inserted later in the same set.
      const leads = this.#followed.get(reference) ?? (await refersToRow(key, resolved, row, this.#context));
      if (leads) this.#followed.set(reference, leads);
      if (this.#followed.size > maxFollowed) this.#followed.clear();
      if (leads || this.#made.hasTarget(key, given, row)) continue;
      const [[first] = []] = own;
      const target = key.targetColumns.map(({ name }) => name).join(', ');
      throw refusedValue(
        `There is no ${key.target} with this ${target}.`,
        pointerToValue(change, first?.name ?? ''),
      );
    }
  }

  /** For each change, the grants whose condition its row meets. */
  async #remainingGrants(
    rows: readonly GuardedRow<Image>[],
    conditionOf: (grant: RoleGrant) => PolicyWhere | undefined,
  ): Promise<Map<PlannedChange, RoleGrant[]>> {
    const found = new Map<PlannedChange, RoleGrant[]>(rows.map(({ change }) => [change, []]));
    const grants = new Set(rows.flatMap(({ change }) => this.#grants.get(change) ?? []));
    for (const grant of grants) {
      const condition = conditionOf(grant);
      const held = rows.filter(({ change }) => this.#grants.get(change)?.includes(grant) === true);
      const met = condition === undefined ? held : await this.#matchingRows(held, condition);
      for (const { change } of met) found.get(change)?.push(grant);
    }
    return found;
  }

  /** Evaluated as if it were a filter for reading: same SQL, same meaning. */
  async #matchingRows(
    rows: readonly GuardedRow<Image>[],
    condition: PolicyWhere,
  ): Promise<readonly GuardedRow<Image>[]> {
    const present = await this.#present(
      rows.map(({ change: { entity }, row }) => presenceIn(this.#viewOf(entity, condition), entity, row)),
    );
    return rows.filter((_, i) => present.has(i));
  }

  /** The indexes of the statements that find a row. */
  async #present(statements: readonly (Statement | null)[]): Promise<Set<number>> {
    const present = await presentAmong(this.#transaction, statements);
    // A row that the engine matches with two of the keys is reported for only one.
    for (const [i, statement] of statements.entries()) {
      if (!present.has(i) && (await this.#first(statement)) !== null) present.add(i);
    }
    return present;
  }

  /** Created once for the many rows of a set. */
  #viewOf(entity: Entity, rows: PolicyWhere): View {
    const views = this.#views.get(entity) ?? new Map<PolicyWhere, View>();
    this.#views.set(entity, views);
    const policy: PolicyDocument = { roles: { own: { [entity.name]: { read: { rows } } } } };
    const { attributes, policy: takenFrom } = this.#rights;
    const view = views.get(rows) ?? this.#snapshot.as({ roles: ['own'], attributes, policy }, takenFrom);
    views.set(rows, view);
    return view;
  }

  async #first(statement: Statement | null): Promise<string | null> {
    if (statement === null) return null;
    const [row] = await this.#transaction.rows(statement);
    return row?.[0] ?? null;
  }
}

/** Whether the value is the referenced key of a row inserted by the same set, not just any value of it. */
function refersToInserted({ targetColumns }: ForeignKey, value: Given): boolean {
  return value.kind === 'reference' && targetColumns.includes(value.column);
}

/** The inserted rows' shown values. */
function insertedImages({ columns, shown }: InsertedRows): Image[] {
  return shown.split('\n').map((line) => {
    const items = itemsOf(line);
    return new Map(columns.map(({ name }, i) => [name, { shown: items[i] ?? 'null', kept: null }]));
  });
}

/** The values given for a change's columns in one of the rows that it represents. */
function valuesInRow({ set }: PlannedChange, row: Image): PlannedChange['set'] {
  return new Map(
    [...set.keys()].map((column) => [
      column,
      { kind: 'shown', text: row.get(column.name)?.shown ?? 'null' } as const,
    ]),
  );
}

function forbidden(detail: string, pointer: string): Problem {
  return new Problem('forbidden', detail, { pointer });
}
