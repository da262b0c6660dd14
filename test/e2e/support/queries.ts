/** Opens queries by link, for tests that are not about composing them. */
import { expect } from '@playwright/test';
import { encode } from '../../../web/query/codec/codec.ts';
import {
  type AttributeNode,
  emptyDocument,
  type QueryDocument,
  type RootNode,
  type Rule,
} from '../../../web/query/document.ts';
import type { Bench } from './bench.ts';

export const field = (id: string): AttributeNode => ({ id, alias: id, selected: true });

/** An entity with some of its fields, each by its own name. */
export function entityWith(id: string, ...fields: readonly string[]): RootNode {
  return { id, alias: id, relation: null, attributes: fields.map(field) };
}

/** Its rows that match all of the rules. */
export function rowsOf(entity: RootNode, ...rules: readonly Rule[]): QueryDocument {
  const asked = { ...emptyDocument, entities: [entity] };
  return rules.length > 0 ? { ...asked, where: { cond: { with: 'AND', entries: rules } } } : asked;
}

/** A field compared with a value, by the name of the function. */
export function compare(alias: string, name: string, value: string | boolean | readonly string[]): Rule {
  return { func: { name, args: [{ alias }, { value }] } };
}

export const linkTo = ({ address }: Bench, doc: QueryDocument) => `${address}/#/query?${encode(doc)}`;

export async function openQuery(bench: Bench, doc: QueryDocument): Promise<void> {
  await bench.page.goto(linkTo(bench, doc));
  await expect(bench.cells.first()).toBeVisible();
}
