// Step 4: the order of rows, totals, and groups.

import {
  ArrowDown,
  ArrowDownAZ,
  ArrowUp,
  ArrowUpAZ,
  ChevronDown,
  ChevronUp,
  Group,
  ListOrdered,
  Plus,
  Rows3,
  Sigma,
  X,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import {
  type FieldColumn,
  type MeasureColumn,
  type ResultColumn,
  rankingColumns,
  resultColumns,
} from '../query/columns.ts';
import { removeField } from '../query/edits.ts';
import { asExistenceTest } from '../query/filters/existence.ts';
import { addMeasureOfFiltered } from '../query/groups/counting.ts';
import { removeMeasure, ungroup, withoutGroups } from '../query/groups/grouping.ts';
import { clearSort, moveSort, setSort } from '../query/sorting.ts';
import { NarrowDialog } from '../result/NarrowDialog.tsx';
import { Button, IconButton } from '../ui/Button.tsx';
import { Menu, MenuItem, MenuLabel } from '../ui/Menu.tsx';
import { Popover } from '../ui/Popover.tsx';
import { isNumeric } from '../values/types.ts';
import { useWorkbench } from '../workbench/context.ts';
import { useGroupBy } from '../workbench/useGroupBy.ts';
import styles from './ArrangeStep.module.css';
import { rankingMeasures } from './choose.ts';
import { FieldPicker } from './FieldPicker.tsx';
import { GroupField } from './GroupField.tsx';
import { MeasurePicker } from './MeasurePicker.tsx';
import { TotalsPicker } from './TotalsPicker.tsx';

export function ArrangeStep() {
  const { doc, model } = useWorkbench();
  const columns = resultColumns(doc, model);
  return (
    <div className={styles.step}>
      <SortKeys columns={columns} />
      <TopPicker columns={columns} />
      <TotalsPicker columns={columns} />
      <Grouping columns={columns} />
    </div>
  );
}

function SortKeys({ columns }: { readonly columns: readonly ResultColumn[] }) {
  const { doc, edit } = useWorkbench();
  const unused = columns.filter(
    ({ id, kind }) => kind !== 'list' && !doc.order.some(({ alias }) => alias === id),
  );
  return (
    <>
      {doc.order.length > 0 && (
        <ol className={styles.keys}>
          {doc.order.map(({ alias, asc, nulls }, i) => {
            const label = columns.find(({ id }) => id === alias)?.label ?? alias;
            return (
              <li key={alias} className={styles.key}>
                <span className={styles.name}>
                  {label}
                  {nulls && ` (${t.query.nulls[nulls]})`}
                </span>
                {doc.order.length > 1 && (
                  <>
                    <IconButton
                      small
                      label={`${late.rail.sortEarlier}: ${label}`}
                      disabled={i === 0}
                      onClick={() => edit((d) => moveSort(d, alias, -1))}
                    >
                      <ChevronUp aria-hidden />
                    </IconButton>
                    <IconButton
                      small
                      label={`${late.rail.sortLater}: ${label}`}
                      disabled={i === doc.order.length - 1}
                      onClick={() => edit((d) => moveSort(d, alias, 1))}
                    >
                      <ChevronDown aria-hidden />
                    </IconButton>
                  </>
                )}
                <IconButton
                  small
                  label={`${label}: ${asc ? late.rail.sortUp : late.rail.sortDown}`}
                  onClick={() => edit((d) => setSort(d, alias, !asc, true))}
                >
                  {asc ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
                </IconButton>
                <IconButton
                  small
                  label={`${late.rail.removeSort}: ${label}`}
                  onClick={() => edit((d) => clearSort(d, alias))}
                >
                  <X aria-hidden />
                </IconButton>
              </li>
            );
          })}
        </ol>
      )}
      <Menu
        align="start"
        trigger={
          <Button small variant="quiet" icon={<Plus aria-hidden />} disabled={unused.length === 0}>
            {late.rail.addSort}
          </Button>
        }
      >
        {unused.map(({ id, label, type }) => (
          <MenuItem
            key={id}
            icon={isNumeric(type) ? <ArrowDownAZ aria-hidden /> : <ArrowUpAZ aria-hidden />}
            onSelect={() => edit((d) => setSort(d, id, !isNumeric(type), true))}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** Keeps the top N by a column; the column menus offer the same. */
function TopPicker({ columns }: { readonly columns: readonly ResultColumn[] }) {
  const { doc, model, edit } = useWorkbench();
  const [column, setColumn] = useState<ResultColumn>();
  const offered = rankingColumns(columns);
  const related = useMemo(() => rankingMeasures(doc, model), [doc, model]);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button
            small
            variant="quiet"
            icon={<ListOrdered aria-hidden />}
            disabled={offered.length + related.length === 0}
          >
            {late.rail.top}
          </Button>
        }
      >
        {offered.map((one) => (
          <MenuItem key={one.id} onSelect={() => setColumn(one)}>
            {one.label}
          </MenuItem>
        ))}
        {related.length > 0 && <MenuLabel>{late.rail.topOfRelated}</MenuLabel>}
        {related.map((one) => (
          <MenuItem
            key={one.column.id}
            onSelect={() => {
              edit(() => one.doc);
              setColumn(one.column);
            }}
          >
            {one.column.label}
          </MenuItem>
        ))}
      </Menu>
      <NarrowDialog wish={column && { by: 'top', column }} onClose={() => setColumn(undefined)} />
    </>
  );
}

function Grouping({ columns }: { readonly columns: readonly ResultColumn[] }) {
  const { doc, model, edit } = useWorkbench();
  const groupRows = useGroupBy();
  const [picking, setPicking] = useState(false);
  const fields = columns.filter((column): column is FieldColumn => column.kind === 'field');
  const measures = columns.filter((column): column is MeasureColumn => column.kind === 'measure');
  return (
    <div className={styles.grouping}>
      {doc.grouped && (
        <>
          <h3 className={styles.subhead}>{late.rail.groupedBy}</h3>
          <ul className={styles.keys}>
            {fields.map((column) => (
              <li key={column.id} className={styles.key}>
                <GroupField column={column} />
                <IconButton
                  small
                  label={`${late.rail.removeSort}: ${column.label}`}
                  onClick={() => edit((d) => withoutGroups(removeField(d, column.alias), model))}
                >
                  <X aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
          <h3 className={styles.subhead}>{late.rail.measures}</h3>
          <ul className={styles.keys}>
            {measures.map((column) => (
              <li key={column.id} className={styles.key}>
                <span className={styles.name}>{column.label}</span>
                <IconButton
                  small
                  label={`${late.rail.removeSort}: ${column.label}`}
                  onClick={() => edit((d) => removeMeasure(d, column.alias, column.summary))}
                >
                  <X aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={styles.buttons}>
        <Popover
          label={late.rail.groupBy}
          open={picking}
          onOpenChange={setPicking}
          trigger={
            <Button small variant="quiet" icon={<Group aria-hidden />}>
              {doc.grouped ? late.rail.groupByAlso : late.rail.groupBy}
            </Button>
          }
        >
          <FieldPicker
            onPick={(path) => {
              groupRows(path);
              setPicking(false);
            }}
          />
        </Popover>
        {doc.grouped && <AddMeasure />}
        {doc.grouped && (
          <Button
            small
            variant="quiet"
            icon={<Rows3 aria-hidden />}
            onClick={() => edit((d) => asExistenceTest(ungroup(d, model), model))}
          >
            {late.rail.ungroupRows}
          </Button>
        )}
      </div>
    </div>
  );
}

function AddMeasure() {
  const { model, edit } = useWorkbench();
  const [picking, setPicking] = useState(false);
  return (
    <Popover
      label={late.rail.addMeasure}
      open={picking}
      onOpenChange={setPicking}
      trigger={
        <Button small variant="quiet" icon={<Sigma aria-hidden />}>
          {late.rail.addMeasure}
        </Button>
      }
    >
      <MeasurePicker
        onPick={({ path, summary }) => {
          // By default the measure covers only the filtered records; the filter offers the other reading.
          edit((d) => addMeasureOfFiltered(d, model, path, summary));
          setPicking(false);
        }}
      />
    </Popover>
  );
}
