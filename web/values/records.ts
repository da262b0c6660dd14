// Helpers for a record: its values by column, its name, the texts of its key.

import { recordProperty } from '../../src/contract/record-properties.ts';
import type { Cell } from '../api/exact.ts';
import type { Entity } from '../model/model.ts';
import { ownValue } from '../state/ownValue.ts';
import { plainText } from './text.ts';

/** The values of a record by column, as the service sends them. */
export type RecordCells = { readonly [column: string]: Cell };

export function cellOf(record: RecordCells, column: string): Cell {
  return ownValue(record, recordProperty(column)) ?? null;
}

/** The parts of a name as one text; undefined if all are empty. */
export function joinName(parts: readonly Cell[]): string | undefined {
  const text = parts.map(plainText).filter(Boolean).join(' ').trim();
  return text === '' ? undefined : text;
}

/** The record's display name: its name, or else the entity and the key. */
export function recordName(entity: Entity, record: RecordCells | undefined, key: readonly string[]): string {
  const name = record && joinName(entity.labelColumns.map((column) => cellOf(record, column)));
  return name ?? `${entity.label} ${key.join(', ')}`;
}

/** The values of a key as an address writes them; undefined if one of them is null. */
export function keyTexts(values: readonly Cell[]): readonly string[] | undefined {
  if (values.length === 0 || values.some((value) => value === null)) return undefined;
  return values.map(plainText);
}
