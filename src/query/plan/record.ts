// The plans behind record lists and single records.
import type { Column, VisibleEntity } from '../../model/database.ts';
import type { Condition, Plan, PlanNode, PlanValue } from './plan.ts';
import type { KeySlot } from './slots.ts';

/** A key column that has either a value in the address or NULL. */
export interface KeyPart {
  readonly column: Column;
  readonly isNull: boolean;
}

export interface RecordPlan extends Plan {
  /** One for each part of the key that is not NULL. */
  readonly slots: readonly KeySlot[];
}

/** All records of an entity. */
export function planList(entity: VisibleEntity): RecordPlan {
  return planOf(entity, entity.columns, () => null);
}

/** The records with a key. */
export function planRecord(entity: VisibleEntity, key: readonly KeyPart[]): RecordPlan {
  return planOf(entity, entity.columns, (slots, value) => ({
    kind: 'all',
    entries: keyConditions(entity, key, slots, value),
  }));
}

/** One value of these records, if it holds bytes. */
export function planBytes(entity: VisibleEntity, key: readonly KeyPart[], column: Column): RecordPlan {
  return planOf(entity, [column], (slots, value) => ({
    kind: 'all',
    entries: [...keyConditions(entity, key, slots, value), { kind: 'bytes', operand: value(column) }],
  }));
}

function planOf(
  entity: VisibleEntity,
  columns: readonly Column[],
  where: (slots: KeySlot[], value: (column: Column) => PlanValue) => Condition | null,
): RecordPlan {
  const node: PlanNode = { index: 0, entity, parent: null, relation: null };
  const value = (column: Column): PlanValue => ({ kind: 'column', node, column });
  const slots: KeySlot[] = [];
  return {
    nodes: [node],
    attributes: columns.map((column) => ({
      value: value(column),
      alias: column.name,
      selected: true,
      summaries: [],
      bucket: null,
    })),
    where: where(slots, value),
    order: [],
    summaries: [],
    group: null,
    having: null,
    extras: [],
    overs: [],
    top: null,
    pivot: null,
    zone: '',
    slots,
    parameters: [],
  };
}

function keyConditions(
  entity: VisibleEntity,
  key: readonly KeyPart[],
  slots: KeySlot[],
  value: (column: Column) => PlanValue,
): Condition[] {
  const isWhole = entity.keyKind === 'all' && key.every(({ column }, i) => column === entity.key[i]);
  return key.map(({ column, isNull }, place) => {
    if (isNull) return { kind: 'null', operand: value(column) };
    const slot: KeySlot = { kind: 'key', index: slots.length, place, column, isWhole };
    slots.push(slot);
    return { kind: 'key', left: value(column), key: slot };
  });
}
