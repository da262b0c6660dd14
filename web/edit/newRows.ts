// Names of rows that do not exist yet.
import { late } from '../messages/late.ts';
import type { Entity, Model } from '../model/model.ts';
import { ownValue } from '../state/ownValue.ts';
import { joinName, type RecordCells } from '../values/records.ts';
import { plainText } from '../values/text.ts';
import { referredTo } from './references.ts';
import type { Tray } from './tray.ts';

/** The row's name as far as it is filled in, or else its first texts. */
export function newRowName(entity: Entity, set: RecordCells): string {
  const texts = Object.values(set).filter((value) => value !== null && referredTo(value) === undefined);
  const name = joinName(entity.labelColumns.map((column) => ownValue(set, column) ?? null));
  return late.edit.newNamed(entity.label, name ?? texts.slice(0, 2).map(plainText).join(', '));
}

/** The text for a reference to a new row. */
export function referencedNewRowName(model: Model, tray: Tray, id: string): string | undefined {
  const row = tray.get(id);
  const entity = row && model.entities.get(row.entity);
  return entity && row.op === 'insert' ? newRowName(entity, row.set) : undefined;
}
