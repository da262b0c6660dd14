// The JSON of lists, structs, maps and unions, built from the JSON of their parts: the engine's own writes doubles that
// JSON does not have, strips zeros from decimals, and rounds floats.
import { sql } from 'kysely';
import type { TextSql, Value } from '../../../query/dialect/sql.ts';
import type { Field, TypeTree } from './type-tree.ts';

/** How a value without parts is rendered; both yield NULL only for NULL. */
export interface ScalarWriter {
  json(value: Value, type: TypeTree): TextSql;
  text(value: Value, type: TypeTree): Value;
}

/** NULL for a NULL value. */
export function nestedJson(value: Value, type: TypeTree, scalars: ScalarWriter, depth = 0): TextSql {
  const within = (part: Value, partType: TypeTree) =>
    sql<string>`coalesce(${nestedJson(part, partType, scalars, depth + 1)}, 'null')`;
  const item = sql.id(`e${depth}`);
  switch (type.kind) {
    case 'scalar':
    case 'enum':
      return sql<string>`case when ${value} is not null then ${scalars.json(value, type)} end`;
    case 'list':
      return sql<string>`'[' || ${joined(value, item, within(item, type.of))} || ']'`;
    case 'map': {
      // With a dot, a column with the item's name would be meant.
      const key = scalars.text(sql`${item}['key']`, type.key);
      const entry = sql`to_json(${key})::text || ':' || ${within(sql`${item}['value']`, type.value)}`;
      return sql<string>`'{' || ${joined(sql`map_entries(${value})`, item, entry)} || '}'`;
    }
    case 'struct':
      return sql<string>`case when ${value} is not null then ${structJson(value, type.fields, within)} end`;
    case 'union': {
      const cases = type.fields.map(({ name, type: fieldType }) => {
        const own = within(sql`union_extract(${value}, ${sql.lit(name)})`, fieldType);
        return sql`when ${sql.lit(name)} then ${sql.lit(`{${JSON.stringify(name)}:`)} || ${own} || '}'`;
      });
      return sql<string>`case union_tag(${value})::text ${sql.join(cases, sql` `)} end`;
    }
  }
}

function joined(list: Value, item: Value, text: Value): Value {
  return sql`array_to_string(list_transform(${list}, lambda ${item}: ${text}), ',')`;
}

/** A struct without field names is a list. */
function structJson(
  value: Value,
  fields: readonly Field[],
  within: (part: Value, type: TypeTree) => TextSql,
): Value {
  const isNamed = fields.every(({ name }) => name !== '');
  const parts = fields.map(({ name, type }, i) => {
    const before = i === 0 ? '' : ',';
    const part = sql`struct_extract(${value}, ${isNamed ? sql.lit(name) : sql.lit(i + 1)})`;
    return sql`${sql.lit(isNamed ? `${before}${JSON.stringify(name)}:` : before)} || ${within(part, type)}`;
  });
  const [open, close] = isNamed ? ['{', '}'] : ['[', ']'];
  return sql`${sql.lit(open)} || ${sql.join(parts, sql` || `)} || ${sql.lit(close)}`;
}
