// Equal groups in the order of the screen. The service orders equal ones by the fields of the group, and a file has
// them in another order than the screen: a record's name stands before its key. Without their order, a top of equal
// groups would keep others than the screen, and a running total would have other numbers.
import type { OverName } from '../../src/contract/windows.ts';
import type { AttributeNode, SortKey } from './document.ts';
import type { UniGrid } from './request.ts';

/** What goes row by row; the others treat equal rows alike. */
const rowByRow: ReadonlySet<OverName> = new Set(['running', 'previous', 'change', 'moving']);

/** Ends with the fields that are not in it. */
function followedBy<Key extends { readonly alias: string }>(
  order: readonly Key[],
  fields: readonly string[],
): readonly (Key | SortKey)[] {
  const rest = fields.filter((field) => !order.some(({ alias }) => alias === field));
  return [...order, ...rest.map((alias) => ({ alias, asc: true }))];
}

export function tiedOver(node: AttributeNode, fields: readonly string[]): AttributeNode {
  const { over } = node;
  if (!over || !rowByRow.has(over.fn)) return node;
  return { ...node, over: { ...over, order: [...followedBy(over.order ?? [], fields)] } };
}

export function tiedTop(top: NonNullable<UniGrid['top']>, fields: readonly string[]): UniGrid['top'] {
  return { ...top, order: [...followedBy(top.order, fields)] };
}

export const tiedOrder = (order: readonly SortKey[], fields: readonly string[]) => followedBy(order, fields);
