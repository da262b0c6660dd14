// The first records of a relation in a small table; the first column links to each record, foreign keys to theirs.

import type { Cell } from '../api/exact.ts';
import type { GridAnswer } from '../api/resources.ts';
import { t } from '../messages/index.ts';
import type { Column, Entity } from '../model/model.ts';
import type { Extras } from '../query/rows.ts';
import { CellText } from '../result/CellText.tsx';
import { hrefs } from '../state/addresses.ts';

import { joinName, keyTexts } from '../values/records.ts';
import { isNumeric } from '../values/types.ts';
import styles from './RelatedRows.module.css';

interface Table {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly answer: GridAnswer;
  readonly extras: Extras;
}

/** In a query with a single root that selects all its fields, a field's alias is its own name. */
function cellAt({ answer }: Table, row: readonly Cell[], alias: string): Cell {
  return row[answer.cols.indexOf(alias)] ?? null;
}

function Value({
  table,
  row,
  column,
}: {
  readonly table: Table;
  readonly row: readonly Cell[];
  readonly column: Column;
}) {
  const value = cellAt(table, row, column.name);
  const parts = table.extras.records.get(column.name)?.label ?? [];
  const name = column.pointsTo && joinName(parts.map((alias) => cellAt(table, row, alias)));
  if (name !== undefined) return name;
  return <CellText value={value} type={column.type} grouping={!column.inKey && !column.inReference} />;
}

/** A cell's link: the first one to its own record, a foreign key to the record it references. */
function targetOf(table: Table, row: readonly Cell[], column: Column, isFirst: boolean): string | undefined {
  const { entity, extras } = table;
  const keyOf = (names: readonly string[]) => keyTexts(names.map((name) => cellAt(table, row, name)));
  const own = isFirst ? keyOf(entity.key) : undefined;
  if (own) return hrefs.record(entity.name, own);
  const other = column.pointsTo && keyOf(extras.records.get(column.name)?.key ?? []);
  return column.pointsTo && other && hrefs.record(column.pointsTo.entity, other);
}

function Row({ table, row }: { readonly table: Table; readonly row: readonly Cell[] }) {
  return (
    <tr>
      {table.columns.map((column, i) => {
        const target = targetOf(table, row, column, i === 0);
        const content = <Value table={table} row={row} column={column} />;
        return (
          <td key={column.name} data-number={isNumeric(column.type) && !column.pointsTo}>
            {target ? <a href={target}>{content}</a> : content}
          </td>
        );
      })}
    </tr>
  );
}

export function RelatedRows(props: Table & { readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.scroller} tabIndex={0} aria-label={t.home.firstRows(props.label)}>
      <table className={styles.table}>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column.name} scope="col" data-number={isNumeric(column.type) && !column.pointsTo}>
                {column.pointsTo?.label ?? column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.answer.data.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page of rows is replaced as a whole
            <Row key={i} table={props} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
