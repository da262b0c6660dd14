// Filters from a value: only rows with it, or all others.
import { Filter, FilterX } from 'lucide-react';
import type { Cell } from '../api/exact.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { FieldColumn } from '../query/columns.ts';
import {
  addOrMissing,
  excludesMissing,
  type Filter as FieldFilter,
  writeFilter,
} from '../query/filters/filters.ts';
import { addRule } from '../query/filters/rules.ts';
import { sameValue } from '../query/filters/sameValue.ts';
import { MenuItem, MenuLine } from '../ui/Menu.tsx';
import { displayValue } from '../values/show.ts';
import { useWorkbench } from '../workbench/context.ts';

const MAX_LABEL_LENGTH = 24;

export function CellFilters(props: {
  readonly column: FieldColumn;
  readonly value: Cell;
  /** The record's name, which the screen shows instead of the key. */
  readonly name: string | undefined;
}) {
  const { column, value } = props;
  const { model, edit } = useWorkbench();
  const given = sameValue(model, column.column, value);
  if ((value !== null && !given) || column.type === 'binary') return null;
  const { operator: is, values } = given ?? { operator: 'IS_NULL', values: [] };
  const add = (operator: string) => () =>
    edit((doc) => {
      const filter: FieldFilter = { path: column.path, operator, values, quantity: undefined };
      if (excludesMissing(column.column, filter)) return addOrMissing(doc, model, filter, []);
      const written = writeFilter(doc, model, filter);
      return written ? addRule(written.doc, [], written.rule) : doc;
    });
  const text = props.name ?? displayValue(value, column.type, { grouping: false, part: column.part }).text;
  const shown = t.query.quoted(text.length > MAX_LABEL_LENGTH ? `${text.slice(0, MAX_LABEL_LENGTH)}…` : text);
  return (
    <>
      <MenuItem icon={<Filter aria-hidden />} onSelect={add(is)}>
        {given ? late.grid.only(shown) : late.grid.onlyNull}
      </MenuItem>
      <MenuItem icon={<FilterX aria-hidden />} onSelect={add(`NOT_${is}`)}>
        {given ? late.grid.except(shown) : late.grid.exceptNull}
      </MenuItem>
      <MenuLine />
    </>
  );
}
