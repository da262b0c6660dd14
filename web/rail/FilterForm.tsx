// Condition and value of a filter. The inputs depend on the field's type and the condition.

import { type FormEvent, useId, useState } from 'react';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Column } from '../model/model.ts';
import type { CombinableCondition } from '../query/filters/existence.ts';
import { excludesMissing, type Filter, type FilterValue } from '../query/filters/filters.ts';
import { asNumbers } from '../query/filters/notation.ts';
import { operatorsFor, phraseFor, type ValueShape, valueShape } from '../query/filters/operators.ts';
import {
  fixedPeriod,
  isNegated,
  NOT_PERIOD,
  PERIOD,
  type Period,
  parsePeriod,
  periodRules,
  periodToken,
} from '../query/filters/relative.ts';
import type { RulePlace } from '../query/filters/rules.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { type Option, Select } from '../ui/Select.tsx';
import { isMoment, isNumeric } from '../values/types.ts';
import { useWorkbench } from '../workbench/context.ts';
import styles from './FilterForm.module.css';
import { ListValue } from './ListValue.tsx';
import { OneValue } from './OneValue.tsx';
import { PeriodValue } from './PeriodValue.tsx';
import { complete, isNumber, normalize } from './typed.ts';
import { useReadings } from './useReadings.ts';
import { hasNames, holdsNumbers, keysNamed } from './useSuggestions.ts';

function periodOf({ values }: Filter): Period | undefined {
  const [first] = values;
  return first?.kind === 'literal' ? parsePeriod(first.value) : undefined;
}

export function FilterForm(props: {
  readonly title: string;
  /** The entity of the rows, such as Customer. */
  readonly root: string;
  readonly label: string;
  readonly column: Column;
  readonly entity: string;
  readonly start: Filter;
  /** The query has measures of these records, so the filter may restrict what the measures cover. */
  readonly mayCount: boolean;
  /** Conditions that this one may be combined with, so that the same related record has to satisfy both. */
  readonly partners: readonly CombinableCondition[];
  /** The condition that this one is combined with. */
  readonly joined?: RulePlace | undefined;
  /** Rows without a value may be included, if the condition excludes them. */
  readonly mayMiss: boolean;
  /** The purpose of the filter is already decided. */
  readonly isSettled?: boolean;
  readonly onApply: (filter: Filter, join: RulePlace | undefined, orMissing: boolean) => void;
  readonly onCancel: () => void;
}) {
  const { column, entity, start } = props;
  const { model, operators, now } = useWorkbench();
  const startsWithPeriod = periodOf(start);
  const [operator, setOperator] = useState(
    startsWithPeriod ? (isNegated(start.operator) ? NOT_PERIOD : PERIOD) : start.operator,
  );
  const [period, setPeriod] = useState(periodToken(startsWithPeriod ?? fixedPeriod('year', now)));
  const readings = useReadings(props, operator);
  const { quantity, join } = readings.chosen;
  const [values, setValues] = useState<readonly FilterValue[]>(startsWithPeriod ? [] : start.values);
  // On by default: people who exclude one value rarely mean to exclude rows without a value, as SQL's negation does.
  const [orMissing, setOrMissing] = useState(true);
  const [complaint, setComplaint] = useState<string>();
  const complaintId = useId();

  const periodRule = periodRules.get(operator);
  const shape: ValueShape = valueShape(operators.get(operator));
  const options: readonly Option<string>[] = [
    ...(isMoment(column.type)
      ? [
          { value: PERIOD, label: late.rail.period },
          { value: NOT_PERIOD, label: late.rail.notPeriod },
        ]
      : []),
    ...operatorsFor(operators, column.type).map((one) => ({
      value: one.name,
      label: phraseFor(one, column.type),
    })),
  ];

  const asksForMissing = (filter: Filter) => props.mayMiss && excludesMissing(column, filter);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (periodRule !== undefined) {
      const end: FilterValue = { kind: 'literal', value: period };
      applied({ path: start.path, operator: periodRule, values: [end, end], quantity });
      return;
    }
    void apply();
  }

  async function apply(): Promise<void> {
    const named = shape === 'one' ? await byName(values[0]) : undefined;
    if (named === 'several') {
      setComplaint(late.question.several);
      return;
    }
    const result = complete(named ? [named] : values, shape, column.type);
    if ('complaint' in result) {
      setComplaint(result.complaint);
      return;
    }
    const isOfNumbers = await holdsNumbers(model.entities.get(entity), column);
    const given = isOfNumbers ? asNumbers(operator, result.values) : result.values;
    applied({ path: start.path, operator, values: given, quantity });
  }

  function applied(filter: Filter): void {
    props.onApply(filter, join, asksForMissing(filter) && orMissing);
  }

  /** The key of the record with the typed name; undefined if there is none, or the field has no names. */
  async function byName(value: FilterValue | undefined): Promise<FilterValue | 'several' | undefined> {
    if (value?.kind !== 'literal' || !hasNames(model, column)) return undefined;
    const text = normalize(String(value.value), column.type);
    if (text === '' || !isNumeric(column.type) || isNumber(text)) return undefined;
    const [key, another] = await keysNamed(model, model.entities.get(entity), column, String(value.value));
    if (another !== undefined) return 'several';
    return key === undefined ? undefined : { kind: 'literal', value: key };
  }

  const put = (place: number) => (value: FilterValue) => {
    setComplaint(undefined);
    setValues((before) => {
      const next = [...before];
      while (next.length <= place) next.push({ kind: 'open' });
      next[place] = value;
      return next;
    });
  };
  const one = (place: number, label: string, autoFocus: boolean) => (
    <OneValue
      key={place}
      label={label}
      column={column}
      entity={entity}
      value={values[place]}
      onValue={put(place)}
      autoFocus={autoFocus}
      mayBeField={quantity === undefined}
      describedBy={complaint ? complaintId : undefined}
    />
  );

  return (
    <form className={styles.form} aria-label={props.label} onSubmit={submit} noValidate>
      <p className={styles.title}>{props.title}</p>
      {quantity && !props.isSettled && (
        <div className={styles.line}>
          <Select
            label={late.rail.quantity(props.title)}
            value={readings.chosen.value}
            options={readings.all}
            onValue={readings.choose}
          />
          {(props.mayCount || props.partners.length > 0) && (
            <p className={styles.reading}>{readings.chosen.hint}</p>
          )}
        </div>
      )}
      <Select
        label={late.rail.operator}
        value={operator}
        options={options}
        onValue={(next) => {
          setOperator(next);
          setComplaint(undefined);
          // A single value cannot be used as a list, nor a list as a range.
          const nextShape = valueShape(operators.get(next));
          if (nextShape !== shape)
            setValues((before) =>
              nextShape === 'one' || nextShape === 'two'
                ? before.filter(({ kind }) => kind === 'literal')
                : [],
            );
        }}
      />
      {periodRule !== undefined && <PeriodValue token={period} onToken={setPeriod} />}
      {shape === 'one' && one(0, late.rail.value, true)}
      {shape === 'two' && (
        <div className={classNames(styles.pair, column.type === 'datetime' && styles.stacked)}>
          {one(0, late.rail.from, true)}
          {one(1, late.rail.to, false)}
        </div>
      )}
      {shape === 'many' && <ListValue column={column} entity={entity} value={values[0]} onValue={put(0)} />}
      {asksForMissing({ path: start.path, operator: periodRule ?? operator, values, quantity }) && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={orMissing}
            onChange={(event) => setOrMissing(event.target.checked)}
          />
          {late.rail.orMissing}
        </label>
      )}
      {complaint && (
        <p id={complaintId} role="alert" className={styles.complaint}>
          {complaint}
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="main" type="submit">
          {late.rail.apply}
        </Button>
        <Button variant="quiet" onClick={props.onCancel}>
          {t.common.cancel}
        </Button>
      </div>
    </form>
  );
}
