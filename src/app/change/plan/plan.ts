// Plans a change set: resolves every name and reports what does not fit.
import { Problem } from '../../../contract/problem.ts';
import { didYouMean } from '../../../contract/suggest.ts';
import type { Column, Entity, VisibleDatabase, VisibleEntity } from '../../../model/database.ts';
import { ChangeReader, KnownColumns, type Place } from './change-reader.ts';
import { invalidChange } from './invalid-change.ts';
import { type Given, NumberedPointer, type PlannedChange, recordPointer } from './planned.ts';
import { type ChangePart, namedOnce, type Raw } from './raw-changes.ts';
import type { SentChange, SentHead, SentSet } from './sent-set.ts';

export interface PlannedSet extends SentHead {
  readonly changes: readonly PlannedChange[];
}

const nothing: Raw = { names: [], texts: [] };

export async function planChangeSet(database: VisibleDatabase, sent: SentSet): Promise<PlannedSet> {
  const refs = new Map<string, VisibleEntity>();
  const planned: PlannedChange[] = [];
  const columns = new KnownColumns();
  const head = await sent.each((change) => {
    planned.push(plannedOf(database, change, new NumberedPointer(planned.length), refs, columns));
  });
  return { ...head, changes: planned };
}

/** `refs`: the rows inserted earlier, by name; adds this change's own. */
function plannedOf(
  database: VisibleDatabase,
  change: SentChange,
  pointer: NumberedPointer,
  refs: Map<string, VisibleEntity>,
  columns: KnownColumns,
): PlannedChange {
  const part = (name: ChangePart): Raw => change.raw[name] ?? nothing;
  const visibleEntity = entityAt(database, change.entity, pointer);
  const reader = new ChangeReader(visibleEntity, refs, pointer, columns);
  const plan: PlannedChange = {
    op: change.op,
    entity: baseOf(visibleEntity),
    visibleEntity,
    ref: change.ref,
    set: change.op === 'delete' ? new Map() : reader.set(part('set'), change.op),
    key: change.op === 'insert' ? null : reader.key(part('key')),
    expect: change.op === 'insert' ? new Map() : reader.expect(part('expect')),
    pointer,
  };
  if (plan.op === 'update') checkCovered(plan, pointer);
  if (plan.ref !== null) {
    if (refs.has(plan.ref)) {
      throw invalidChange(`"${plan.ref}" names two rows of this set.`, { pointer: pointer.to('ref') });
    }
    refs.set(plan.ref, visibleEntity);
  }
  return plan;
}

/** The values of one record; `text` is a JSON object. */
export function planValues(
  visibleEntity: VisibleEntity,
  text: string,
  op: 'insert' | 'update',
): ReadonlyMap<Column, Given> {
  return new ChangeReader(visibleEntity, new Map(), recordPointer, new KnownColumns()).set(
    namedOnce(text),
    op,
  );
}

/** The entity whose rows are changed: the engine's consequences do not end where the caller's view does. */
export function baseOf(entity: VisibleEntity): Entity {
  return entity.base ?? entity;
}

export function refuseView({ kind, name }: Entity, pointer?: string): void {
  if (kind !== 'view') return;
  throw invalidChange(
    `${name} is a view: its rows cannot be changed.`,
    pointer === undefined ? {} : { pointer },
  );
}

function entityAt(database: VisibleDatabase, name: string, place: NumberedPointer): VisibleEntity {
  const entity = database.entities.get(name);
  if (entity?.kind === 'table') return entity;
  const pointer = place.to('entity');
  if (entity === undefined) {
    const hint = didYouMean(name, database.entities.keys());
    throw invalidChange(`There is no entity called "${name}".${hint}`, { pointer, unknownName: true });
  }
  refuseView(entity, pointer);
  return entity;
}

/** Conflicts are detected by the columns in `set`: a change must say what they were. */
function checkCovered({ set, expect }: PlannedChange, place: Place): void {
  const missing: string[] = [];
  for (const column of set.keys()) if (!expect.has(column)) missing.push(column.name);
  if (missing.length === 0) return;
  throw invalidChange(
    `Expected the last seen values of all columns that are set; ${missing.join(', ')} is missing.`,
    { pointer: place.to('expect'), allowed: missing },
  );
}

export function refusedValue(detail: string, pointer: string, cause?: unknown): Problem {
  return new Problem('refused-value', detail, { pointer, ...(cause === undefined ? {} : { cause }) });
}

export function notOfType(column: Column, text: string, pointer: string): Problem {
  return refusedValue(notOfTypeText(column, text), pointer);
}

export function notOfTypeText({ name, mode }: Column, text: string): string {
  return `${truncated(text)} is not a value of ${name}, whose type is ${mode}.`;
}

export function truncated(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
