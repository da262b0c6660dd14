// Whether the policy lets somebody make a change: by whole grants, each with its columns, its rows before and its rows after.
import { grantedColumns, grantsOn, type RoleGrant } from '../../contract/grants.ts';
import { pointerTo } from '../../contract/json.ts';
import { membersOf } from '../../contract/json-parts.ts';
import type { PolicyDocument, PolicyWhere } from '../../contract/policy.ts';
import { Problem } from '../../contract/problem.ts';
import type { WriteTransaction } from '../../dialects/writer.ts';
import type { UserRights } from '../../identity/rights.ts';
import type { Entity, SeenEntity } from '../../model/database.ts';
import { recordProperty } from '../../query/compile/records.ts';
import { shownOf } from '../../query/dialect/shown.ts';
import type { Statement } from '../../query/dialect/sql.ts';
import type { Snapshot } from '../database.ts';
import { presenceStatement, recordStatement } from '../read/record-statements.ts';
import { addressText, type Image } from './image.ts';
import { refusedValue } from './plan.ts';
import type { PlannedChange } from './planned.ts';
import { type Asked, leadsSomewhere } from './refusals.ts';

/** The database as whoever may see just the rows of one condition sees it. */
type View = ReturnType<Snapshot['as']>;

/** Asked at each step of a change, where there is a policy. */
export interface Guard {
  /** A Problem where no grant is about such a change, whatever its row is. */
  check(change: PlannedChange): void;
  /** The row as whoever asks sees it, by column; null where it is not there for them. */
  seen(change: PlannedChange, row: Image): Promise<ReadonlyMap<string, string> | null>;
  before(change: PlannedChange, row: Image | null): Promise<void>;
  after(change: PlannedChange, row: Image): Promise<void>;
}

/** Null where there is no policy. */
export function guardOf(asked: Asked, transaction: WriteTransaction): Guard | null {
  const { snapshot } = asked;
  return snapshot.isLimited ? new PolicyGuard(asked, transaction) : null;
}

class PolicyGuard implements Guard {
  readonly #asked: Asked;
  readonly #snapshot: Snapshot;
  readonly #transaction: WriteTransaction;
  readonly #rights: UserRights;
  /** The grants that may still hold for a change. */
  readonly #holding = new Map<PlannedChange, readonly RoleGrant[]>();
  readonly #views = new Map<Entity, Map<PolicyWhere, View>>();

  constructor(asked: Asked, transaction: WriteTransaction) {
    // Rows that were made earlier in the same set are there.
    const fetch = async (statement: Statement) =>
      (await transaction.rows(statement)).flatMap(([row]) => row ?? []);
    this.#asked = { ...asked, fetch };
    this.#snapshot = asked.snapshot;
    this.#transaction = transaction;
    this.#rights = asked.snapshot.principal.rights;
  }

  check(change: PlannedChange): void {
    const { seen, entity, op, set, pointer } = change;
    const { policy, roles } = this.#rights;
    const grants = grantsOn(policy ?? {}, roles, entity.name, op);
    if (grants.length === 0) throw forbidden(`You may not ${op} rows of ${entity.name}.`, pointer.change);
    const names = [...set.keys()].map(({ name }) => name);
    const gives = ({ grant }: RoleGrant, name: string) =>
      grantedColumns(grant.columns, seen.column)?.has(name) ?? true;
    const missing = names.find((name) => !grants.some((grant) => gives(grant, name)));
    if (missing !== undefined) {
      // An undo may be about columns that have no name for whoever asks.
      if (!seen.column.has(missing))
        throw forbidden(`You may not ${op} this row of ${entity.name}.`, pointer.change);
      throw forbidden(`You may not set ${missing} of ${entity.name}.`, pointerTo(pointer.set, missing));
    }
    const covering = grants.filter((grant) => names.every((name) => gives(grant, name)));
    if (covering.length === 0) {
      throw forbidden(`You may not set these columns of ${entity.name} together.`, pointer.set);
    }
    this.#holding.set(change, covering);
  }

  async seen({ seen }: PlannedChange, row: Image): Promise<ReadonlyMap<string, string> | null> {
    if (seen.restriction === null) return new Map([...row].map(([name, { shown }]) => [name, shown]));
    const key = keyOf(seen, row);
    if (key === null) return null;
    const statement = recordStatement(this.#snapshot, seen, this.#asked.addresses, key);
    const record = await this.#first(statement);
    if (record === null) return null;
    const members = membersOf(record);
    return new Map(seen.columns.map(({ name }) => [name, members.get(recordProperty(name)) ?? 'null']));
  }

  async before(change: PlannedChange, row: Image | null): Promise<void> {
    const { seen, entity, op, pointer } = change;
    for (const key of seen.foreignKeys) {
      if (await leadsSomewhere(key, change, this.#asked)) continue;
      const [column] = key.columns;
      const target = key.targetColumns.map(({ name }) => name).join(', ');
      throw refusedValue(
        `There is no ${key.target} with this ${target}.`,
        pointerTo(pointer.set, column?.name ?? ''),
      );
    }
    if (row === null) return;
    const holding = await this.#still(change, row, ({ grant }) => grant.rows);
    if (holding.length === 0)
      throw forbidden(`You may not ${op} this row of ${entity.name}.`, pointer.change);
    this.#holding.set(change, holding);
  }

  /** Where an update has no rule of its own, the row must stay among those that may be updated. */
  async after(change: PlannedChange, row: Image): Promise<void> {
    const { entity, pointer } = change;
    const holding = await this.#still(change, row, ({ grant }) => grant.check ?? grant.rows);
    if (holding.length > 0) return;
    throw forbidden(`A row of ${entity.name} may not look like this.`, pointer.set);
  }

  /** The grants whose condition the row meets. */
  async #still(
    change: PlannedChange,
    row: Image,
    conditionOf: (grant: RoleGrant) => PolicyWhere | undefined,
  ): Promise<RoleGrant[]> {
    const found: RoleGrant[] = [];
    for (const grant of this.#holding.get(change) ?? []) {
      const condition = conditionOf(grant);
      if (condition === undefined || (await this.#meets(change, row, condition))) found.push(grant);
    }
    return found;
  }

  /** Asked as if it were a condition on the rows that may be read: the same words, the same meaning. */
  async #meets({ entity }: PlannedChange, row: Image, rows: PolicyWhere): Promise<boolean> {
    const view = this.#viewOf(entity, rows);
    const seen = view.database.entities.get(entity.name);
    const key = seen === undefined ? null : keyOf(seen, row);
    if (seen === undefined || key === null) return false;
    return (await this.#first(presenceStatement(view, seen, key))) !== null;
  }

  /** Made once for the many rows of a set. */
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

/** How the row is addressed; null where somebody may not see all of its key. */
function keyOf(seen: SeenEntity, row: Image) {
  const columns = seen.key;
  if (columns.length === 0) return null;
  const texts = columns.map(({ name }) => addressText(shownOf(row.get(name)?.shown ?? 'null')) ?? null);
  return { columns, texts, isUnique: false };
}

function forbidden(detail: string, pointer: string): Problem {
  return new Problem('forbidden', detail, { pointer });
}
