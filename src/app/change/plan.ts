// Reads a change set: finds every name in the database, and says where one does not fit.
import type { Change, ChangeSetBody } from '../../contract/change.ts';
import { readBody } from '../../contract/issues.ts';
import { isObject, pointerTo } from '../../contract/json.ts';
import { membersOf } from '../../contract/json-parts.ts';
import type { ModeType } from '../../contract/mode.ts';
import { Problem } from '../../contract/problem.ts';
import { didYouMean } from '../../contract/suggest.ts';
import type { Column, Entity, SeenDatabase, SeenEntity } from '../../model/database.ts';
import type { Given, PlannedChange } from './planned.ts';
import { type ChangePart, namedOnce, type Raw, rawChanges } from './raw-changes.ts';

export interface PlannedSet {
  readonly note: string | null;
  readonly isTrial: boolean;
  readonly changes: readonly PlannedChange[];
}

const nothing: Raw = [];

/** A body as it was sent, of which it is certain that it is JSON; and its outline, to which the digits of numbers mean nothing. */
export interface SentJson {
  readonly text: string;
  readonly outline: unknown;
}

export async function planChangeSet(
  database: SeenDatabase,
  { text, outline }: SentJson,
): Promise<PlannedSet> {
  const { note = null, dry_run: isTrial = false, changes } = await outlineOf(outline);
  const refs = new Map<string, SeenEntity>();
  const raw = rawChanges(text);
  const planned = changes.map((change, i) => {
    const pointer = `/changes/${i}`;
    const part = (name: ChangePart): Raw => raw[i]?.[name] ?? nothing;
    const seen = entityAt(database, change.entity, `${pointer}/entity`);
    const reader = new ChangeReader(seen, refs);
    const plan: PlannedChange = {
      op: change.op,
      entity: baseOf(seen),
      seen,
      ref: change.op === 'insert' ? (change.ref ?? null) : null,
      set: change.op === 'delete' ? new Map() : reader.set(part('set'), `${pointer}/set`, change.op),
      key: change.op === 'insert' ? null : reader.key(part('key'), `${pointer}/key`),
      expect: change.op === 'insert' ? new Map() : reader.expect(part('expect'), `${pointer}/expect`),
      pointer: { change: pointer, set: `${pointer}/set` },
    };
    if (plan.op === 'update') checkCovered(plan, `${pointer}/expect`);
    if (plan.ref !== null) {
      if (refs.has(plan.ref)) {
        throw invalidChange(`"${plan.ref}" names two rows of this set.`, {
          pointer: `${pointer}/ref`,
        });
      }
      refs.set(plan.ref, seen);
    }
    return plan;
  });
  return { note, isTrial, changes: planned };
}

/** A Problem where it is none of a change set. */
async function outlineOf(outline: unknown): Promise<ChangeSetBody> {
  // Loaded when somebody changes something: few of those who start the service wait for it.
  const { ChangeSetBody, mostChanges } = await import('../../contract/change.ts');
  const { changes }: { readonly changes?: unknown } = isObject(outline) ? outline : {};
  const arePlain = Array.isArray(changes) && changes.length <= mostChanges && changes.every(isPlainUpdate);
  if (!isObject(outline) || !arePlain) return readBody(ChangeSetBody, outline);
  return { ...readBody(ChangeSetBody, { ...outline, changes: changes.slice(0, 1) }), changes };
}

/** An update of which the schema would say nothing: to ask it takes longer than the change, and there may be thousands. */
function isPlainUpdate(change: unknown): change is Change {
  if (!isObject(change)) return false;
  const { op, entity, key, set, expect } = change;
  if (op !== 'update' || typeof entity !== 'string') return false;
  return isObject(key) && isObject(set) && isObject(expect) && Object.keys(change).length === 5;
}

/** The values of one record; `text` is a JSON object. */
export function planValues(
  seen: SeenEntity,
  text: string,
  op: 'insert' | 'update',
): ReadonlyMap<Column, Given> {
  return new ChangeReader(seen, new Map()).set(namedOnce(text, text.indexOf('{'), '').members, '', op);
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

function entityAt(database: SeenDatabase, name: string, pointer: string): SeenEntity {
  const entity = database.entities.get(name);
  if (entity === undefined) {
    const hint = didYouMean(name, database.entities.keys());
    throw invalidChange(`There is no entity called "${name}".${hint}`, { pointer, unknownName: true });
  }
  refuseView(entity, pointer);
  return entity;
}

/** What is wrong is seen by the columns of `set`: they must have been looked at before they are changed. */
function checkCovered({ set, expect }: PlannedChange, pointer: string): void {
  const missing: string[] = [];
  for (const column of set.keys()) if (!expect.has(column)) missing.push(column.name);
  if (missing.length === 0) return;
  throw invalidChange(
    `Here belong the values as last seen of all columns that are set; ${missing.join(', ')} is missing.`,
    { pointer, allowed: missing },
  );
}

/** The kinds of columns whose values may be lists and objects. */
const holdsLists: ReadonlySet<ModeType> = new Set<ModeType>(['json', 'array', 'other']);

class ChangeReader {
  readonly #entity: SeenEntity;
  readonly #refs: ReadonlyMap<string, SeenEntity>;

  constructor(entity: SeenEntity, refs: ReadonlyMap<string, SeenEntity>) {
    this.#entity = entity;
    this.#refs = refs;
  }

  set(raw: Raw, pointer: string, op: 'insert' | 'update'): ReadonlyMap<Column, Given> {
    if (op === 'update' && raw.length === 0) {
      throw invalidChange('Here belongs at least one column that changes.', { pointer });
    }
    const set = new Map<Column, Given>();
    for (const [name, text] of raw) {
      const column = this.#column(name, pointer);
      set.set(column, this.#reference(column, text, pointer) ?? { kind: 'shown', text });
    }
    return set;
  }

  key(raw: Raw, pointer: string): Given[] {
    const { key, name } = this.#entity;
    const names = key.map((column) => column.name);
    for (const [given] of raw) {
      if (!names.includes(given)) {
        throw invalidChange(`"${given}" is no part of the key of ${name}.`, {
          pointer: pointerTo(pointer, given),
          allowed: names,
        });
      }
    }
    if (names.length === 0) {
      throw invalidChange(`The rows of ${name} have no key that you may see.`, { pointer });
    }
    return key.map((column) => {
      const text = raw.find(([given]) => given === column.name)?.[1];
      if (text === undefined) {
        throw invalidChange(`The key of ${name} has the columns ${names.join(', ')}.`, {
          pointer,
          allowed: names,
        });
      }
      const reference = this.#reference(column, text, pointer);
      if (reference === null && /^[[{]/.test(text) && !holdsLists.has(column.mode)) {
        throw invalidChange(`Here belongs one value of ${column.name}.`, {
          pointer: pointerTo(pointer, column.name),
        });
      }
      return reference ?? { kind: 'shown', text };
    });
  }

  expect(raw: Raw, pointer: string): ReadonlyMap<Column, string> {
    const expected = new Map<Column, string>();
    for (const [name, text] of raw) expected.set(this.#column(name, pointer), text);
    return expected;
  }

  /** `pointer` leads to what names it. */
  #column(name: string, pointer: string): Column {
    const column = this.#entity.column.get(name);
    // As the table has it: whoever does not see it in every row is shown one that may be null.
    if (column !== undefined) return baseOf(this.#entity).column.get(name) ?? column;
    const allowed = [...this.#entity.column.keys()];
    throw invalidChange(`${this.#entity.name} has no column "${name}".${didYouMean(name, allowed)}`, {
      pointer: pointerTo(pointer, name),
      allowed,
      unknownName: true,
    });
  }

  /** In a column of JSON it is just a value. */
  #reference(column: Column, text: string, pointer: string): Given | null {
    if (column.mode === 'json' || !text.startsWith('{')) return null;
    const parts = membersOf(text);
    const ref = textIn(parts.get('ref'));
    const name = textIn(parts.get('column'));
    if (parts.size !== 2 || ref === null || name === null) return null;
    const entity = this.#refs.get(ref);
    if (entity === undefined) {
      throw invalidChange(`No row that is made earlier in this set is called "${ref}".`, {
        pointer: pointerTo(pointer, column.name),
        allowed: [...this.#refs.keys()],
      });
    }
    const target = entity.column.get(name);
    if (target === undefined) {
      throw invalidChange(`${entity.name} has no column "${name}".`, {
        pointer: pointerTo(pointer, column.name),
        allowed: [...entity.column.keys()],
      });
    }
    return { kind: 'reference', ref, column: target };
  }
}

function textIn(raw: string | undefined): string | null {
  return raw?.startsWith('"') ? String(JSON.parse(raw)) : null;
}

export function invalidChange(
  detail: string,
  extras: ConstructorParameters<typeof Problem>[2] = {},
): Problem {
  return new Problem('invalid-change', detail, extras);
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
