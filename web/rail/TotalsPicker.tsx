// Sets the totals below the columns. The column menus offer the same.

import { Sigma, X } from 'lucide-react';
import type { SummaryName } from '../../src/contract/summaries.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { FieldColumn, ResultColumn } from '../query/columns.ts';

import { setTotals, summariesFor } from '../query/groups/grouping.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Menu, MenuItem, MenuLabel } from '../ui/Menu.tsx';
import { useWorkbench } from '../workbench/context.ts';
import styles from './ArrangeStep.module.css';

/** Ordered by how often people need them. */
const offered: readonly SummaryName[] = ['sum', 'avg', 'min', 'max', 'count', 'count_distinct'];

export function TotalsPicker({ columns }: { readonly columns: readonly ResultColumn[] }) {
  const { doc, edit } = useWorkbench();
  if (doc.grouped) return null;
  const fields = columns.filter((column): column is FieldColumn => column.kind === 'field');
  const set = fields.flatMap((column) => column.totals.map((summary) => ({ column, summary })));
  return (
    <>
      {set.length > 0 && (
        <ul className={styles.keys} aria-label={late.rail.totals}>
          {set.map(({ column, summary }) => {
            const label = t.query.measure(summary, column.label);
            const rest = column.totals.filter((one) => one !== summary);
            return (
              <li key={`${summary} ${column.id}`} className={styles.key}>
                <span className={styles.name}>{label}</span>
                <IconButton
                  small
                  label={`${late.rail.removeSort}: ${label}`}
                  onClick={() => edit((d) => setTotals(d, column.alias, rest))}
                >
                  <X aria-hidden />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
      <Menu
        align="start"
        trigger={
          <Button small variant="quiet" icon={<Sigma aria-hidden />} disabled={fields.length === 0}>
            {late.rail.addTotal}
          </Button>
        }
      >
        {offered.map((summary) => {
          const open = fields.filter(
            (column) => summariesFor(column).includes(summary) && !column.totals.includes(summary),
          );
          if (open.length === 0) return null;
          return (
            <div key={summary} role="presentation">
              <MenuLabel>{late.rail.measureOf(t.query.summaries[summary])}</MenuLabel>
              {open.map((column) => (
                <MenuItem
                  key={column.id}
                  onSelect={() => edit((d) => setTotals(d, column.alias, [...column.totals, summary]))}
                >
                  {column.label}
                </MenuItem>
              ))}
            </div>
          );
        })}
      </Menu>
    </>
  );
}
