// Parses a change set: resolves every name and reports what does not fit.
import type { Change, ChangeSetBody } from '../../../contract/change.ts';
import { readBody } from '../../../contract/issues.ts';
import { isObject } from '../../../contract/json.ts';
import { Problem } from '../../../contract/problem.ts';
import { didYouMean } from '../../../contract/suggest.ts';
import type { Column, Entity, SeenDatabase, SeenEntity } from '../../../model/database.ts';
import { ChangeReader, KnownColumns, type Place } from './change-reader.ts';
import { invalidChange } from './invalid-change.ts';
import { type Given, NumberedPointer, type PlannedChange } from './planned.ts';
import { type ChangePart, eachRawChange, namedOnce, type Raw, type RawChange } from './raw-changes.ts';
import type { SentJson } from './sent-json.ts';

export interface PlannedSet {
  readonly note: string | null;
  readonly isTrial: boolean;
  readonly changes: readonly PlannedChange[];
}

const nothing: Raw = { names: [], texts: [] };

export async function planChangeSet(database: SeenDatabase, sent: SentJson): Promise<PlannedSet> {
  const { note = null, dry_run: isTrial = false, changes } = await outlineOf(sent.outline());
  const refs = new Map<string, SeenEntity>();
  const planned: PlannedChange[] = [];
  const columns = new KnownColumns();
  eachRawChange(sent.text, (raw) => {
    const change = changes[planned.length];
    // The outline comes from the same text.
    if (change === undefined) return;
    planned.push(plannedOf(database, change, raw, new NumberedPointer(planned.length), refs, columns));
  });
  return { note, isTrial, changes: planned };
}

/** `refs`: the rows inserted earlier, by name; adds this change's own. */
function plannedOf(
  database: SeenDatabase,
  change: Change,
  raw: RawChange,
  pointer: NumberedPointer,
  refs: Map<string, SeenEntity>,
  columns: KnownColumns,
): PlannedChange {
  const part = (name: ChangePart): Raw => raw[name] ?? nothing;
  const seen = entityAt(database, change.entity, pointer);
  const reader = new ChangeReader(seen, refs, pointer, columns);
  const plan: PlannedChange = {
    op: change.op,
    entity: baseOf(seen),
    seen,
    ref: change.op === 'insert' ? (change.ref ?? null) : null,
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
    refs.set(plan.ref, seen);
  }
  return plan;
}

/** Throws a Problem if it is not a change set. */
async function outlineOf(outline: unknown): Promise<ChangeSetBody> {
  // Loaded for the first change, so that it does not slow down the start.
  const { ChangeSetBody, mostChanges } = await import('../../../contract/change.ts');
  const { changes }: { readonly changes?: unknown } = isObject(outline) ? outline : {};
  if (Array.isArray(changes)) for (const [i, change] of changes.entries()) checkWidth(change, i);
  const arePlain = Array.isArray(changes) && changes.length <= mostChanges && changes.every(isPlainUpdate);
  if (!isObject(outline) || !arePlain) return readBody(ChangeSetBody, outline);
  return { ...readBody(ChangeSetBody, { ...outline, changes: changes.slice(0, 1) }), changes };
}

/** No engine has tables with this many columns. */
const mostNames = 10_000;

/** Checking millions of names one by one would block the event loop for half a minute, and none could be valid. */
function checkWidth(change: unknown, index: number): void {
  if (!isObject(change)) return;
  const place = new NumberedPointer(index);
  if (areMany(change)) {
    throw invalidChange('A change has no fields but those that are described.', { pointer: place.change });
  }
  for (const part of ['set', 'expect', 'key'] as const) {
    const values = change[part];
    if (!isObject(values) || !areMany(values)) continue;
    throw invalidChange(`No table has more than ${mostNames} columns.`, { pointer: place.to(part) });
  }
}

function areMany(values: object): boolean {
  let names = 0;
  for (const _ in values) if (++names > mostNames) return true;
  return false;
}

/** An update that the schema certainly accepts: validation takes longer than the change, and there may be thousands. */
function isPlainUpdate(change: unknown): change is Change {
  if (!isObject(change)) return false;
  const { op, entity, key, set, expect } = change;
  if (op !== 'update' || typeof entity !== 'string') return false;
  return isObject(key) && isObject(set) && isObject(expect) && Object.keys(change).length === 5;
}

/** The whole body is one record. */
const theBody: Place = { to: () => '' };

/** The values of one record; `text` is a JSON object. */
export function planValues(
  seen: SeenEntity,
  text: string,
  op: 'insert' | 'update',
): ReadonlyMap<Column, Given> {
  return new ChangeReader(seen, new Map(), theBody, new KnownColumns()).set(namedOnce(text), op);
}

export function baseOf(entity: SeenEntity): Entity {
  return entity.restriction?.base ?? entity;
}

export function refuseView({ kind, name }: Entity, pointer?: string): void {
  if (kind !== 'view') return;
  throw invalidChange(
    `${name} is a view: its rows cannot be changed.`,
    pointer === undefined ? {} : { pointer },
  );
}

function entityAt(database: SeenDatabase, name: string, place: NumberedPointer): SeenEntity {
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
  return `${shortened(text)} is not a value of ${name}, whose type is ${mode}.`;
}

export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
