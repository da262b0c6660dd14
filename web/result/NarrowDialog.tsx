// Keeps the groups whose measure fits, or the top N by a column.
import { type FormEvent, useState } from 'react';
import { late } from '../messages/late.ts';
import { type ResultColumn, resultColumns } from '../query/columns.ts';
import { type Argument, type Condition, isGroup, isValue, type Top } from '../query/document.ts';
import { operatorsFor, phraseFor, valueShape } from '../query/filters/operators.ts';
import { setHaving, setTop } from '../query/groups/shownGroups.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { setAutofocus } from '../ui/setAutofocus.ts';
import { useWorkbench } from '../workbench/context.ts';
import styles from './ColumnFormatDialog.module.css';

export interface NarrowRequest {
  readonly by: 'value' | 'top';
  readonly column: ResultColumn;
  /** The index of the condition to change; a column has at most one top N, which needs none. */
  readonly place?: number;
}

interface FormProps extends Omit<NarrowRequest, 'by'> {
  readonly onDone: () => void;
}

/** The values of a condition as text; an open end is empty. */
function typedValues(rule: Condition | undefined): readonly [string, string] {
  const [from = '', to = ''] = (rule?.func.args ?? [])
    .slice(1)
    .map((argument) => (isValue(argument) ? String(argument.value) : ''));
  return [from, to];
}

function ValueForm({ column, place, onDone }: FormProps) {
  const { doc, operators, edit } = useWorkbench();
  const rule = place === undefined ? undefined : doc.having.cond.entries[place];
  const edited = rule && !isGroup(rule) ? rule : undefined;
  const offered = operatorsFor(operators, column.type).filter((one) => valueShape(one) !== 'many');
  const usual = operators.has('GT') ? 'GT' : (offered[0]?.name ?? 'EQ');
  const [operator, setOperator] = useState(edited?.func.name ?? usual);
  const [values, setValues] = useState(typedValues(edited));
  const shape = valueShape(operators.get(operator));
  const valueCount = shape === 'none' ? 0 : shape === 'two' ? 2 : 1;
  const given = values.slice(0, valueCount);
  const isReady =
    valueCount === 2 ? given.some((value) => value !== '') : given.every((value) => value !== '');
  function apply(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    const args: Argument[] = given.map((value) => (value === '' ? {} : { value }));
    const made: Condition = { func: { name: operator, args: [{ alias: column.id }, ...args] } };
    edit((before) => setHaving(before, made, edited ? place : undefined));
    onDone();
  }
  return (
    <form className={styles.form} onSubmit={apply}>
      <Select
        label={late.rail.operator}
        value={operator}
        options={offered.map((one) => ({ value: one.name, label: phraseFor(one, column.type) }))}
        onValue={setOperator}
      />
      {valueCount > 0 && (
        <Field
          label={valueCount === 2 ? late.rail.from : late.rail.value}
          inputMode="decimal"
          ref={setAutofocus}
          autoFocus
          value={values[0]}
          onChange={(event) => setValues([event.target.value.trim(), values[1]])}
        />
      )}
      {valueCount > 1 && (
        <Field
          label={late.rail.to}
          inputMode="decimal"
          value={values[1]}
          onChange={(event) => setValues([values[0], event.target.value.trim()])}
        />
      )}
      <div className={styles.buttons}>
        <Button variant="main" type="submit" disabled={!isReady}>
          {late.rail.apply}
        </Button>
      </div>
    </form>
  );
}

const ALL = '';
const MAX_COUNT = 10_000;

function TopForm({ column, onDone }: FormProps) {
  const { doc, model, edit } = useWorkbench();
  const present = doc.top?.by === column.id ? doc.top : undefined;
  const [n, setN] = useState(String(present?.n ?? 10));
  const [asc, setAsc] = useState(present?.asc ?? false);
  const [per, setPer] = useState(present?.per[0] ?? ALL);
  const others = resultColumns(doc, model).filter(({ id, kind }) => kind === 'field' && id !== column.id);
  const count = Number(n);
  const isReady = Number.isInteger(count) && count >= 1 && count <= MAX_COUNT;
  function apply(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    const top: Top = { n: count, by: column.id, asc, per: per === ALL ? [] : [per] };
    edit((before) => setTop(before, top));
    onDone();
  }
  return (
    <form className={styles.form} onSubmit={apply}>
      <Field
        label={late.grid.topCount}
        type="number"
        min={1}
        max={MAX_COUNT}
        autoFocus
        value={n}
        onChange={(event) => setN(event.target.value)}
      />
      <Select<'largest' | 'smallest'>
        label={late.grid.topOrder}
        value={asc ? 'smallest' : 'largest'}
        options={[
          { value: 'largest', label: late.grid.largest },
          { value: 'smallest', label: late.grid.smallest },
        ]}
        onValue={(which) => setAsc(which === 'smallest')}
      />
      <Select
        label={late.grid.topPer}
        value={per}
        options={[
          { value: ALL, label: late.grid.topOfAll },
          ...others.map(({ id, label }) => ({ value: id, label: late.grid.topForEach(label) })),
        ]}
        onValue={setPer}
      />
      <div className={styles.buttons}>
        <Button variant="main" type="submit" disabled={!isReady}>
          {late.rail.apply}
        </Button>
      </div>
    </form>
  );
}

const forms = { value: ValueForm, top: TopForm } satisfies Record<NarrowRequest['by'], unknown>;

export function NarrowDialog(props: {
  readonly wish: NarrowRequest | undefined;
  readonly onClose: () => void;
}) {
  const { wish, onClose } = props;
  const Form = wish && forms[wish.by];
  return (
    <Dialog
      open={wish !== undefined}
      title={wish ? late.grid.narrowTitles[wish.by](wish.column.label) : ''}
      size="small"
      onClose={onClose}
    >
      {wish && Form && <Form key={wish.column.id} {...wish} onDone={onClose} />}
    </Dialog>
  );
}
