// A period of a filter: a fixed year, quarter, month or day, or one relative to today.
import { useState } from 'react';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import {
  dayRange,
  type FixedPeriod,
  type FixedUnit,
  fixedPeriod,
  fixedUnits,
  type MovingPeriod,
  parsePeriod,
  periodBetween,
  periods,
  periodToken,
  resolvePeriod,
  type Unit,
} from '../query/filters/relative.ts';
import { periodWords } from '../query/groups/measureNames.ts';
import { Input } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { useWorkbench } from '../workbench/context.ts';
import styles from './FilterForm.module.css';

const OTHER = 'other';
const DAYS = 'days';
const kinds = ['last', 'previous', 'this', 'next'] as const satisfies readonly MovingPeriod['kind'][];
const units: readonly Unit[] = ['day', 'week', 'month', 'quarter', 'year'];
const MAX_COUNT = 9999;

interface Part<T> {
  readonly period: T;
  readonly onToken: (token: string) => void;
}

/** The year is typed; every period except a day contains one. */
function YearInput(props: { readonly start: string; readonly onYear: (year: number) => void }) {
  return (
    <Input
      type="number"
      min={1}
      max={MAX_COUNT}
      aria-label={late.rail.year}
      autoFocus
      defaultValue={Number(props.start.slice(0, 4))}
      onChange={(event) => {
        const year = Math.trunc(event.target.valueAsNumber);
        if (year >= 1 && year <= MAX_COUNT) props.onYear(year);
      }}
    />
  );
}

const fixedInputs: Record<FixedUnit, (part: Part<FixedPeriod>) => React.ReactNode> = {
  year: ({ period, onToken }) => (
    <YearInput start={period.start} onYear={(year) => onToken(periodToken(startingAt(period, year, 0)))} />
  ),
  quarter: ({ period, onToken }) => {
    const [year, month] = [Number(period.start.slice(0, 4)), Number(period.start.slice(5, 7)) - 1];
    const put = (nextYear: number, nextMonth: number) =>
      onToken(periodToken(startingAt(period, nextYear, nextMonth)));
    return (
      <div className={styles.pair}>
        <Select
          label={late.rail.quarter}
          value={String(Math.floor(month / 3))}
          options={[0, 1, 2, 3].map((quarter) => ({ value: String(quarter), label: `Q${quarter + 1}` }))}
          onValue={(quarter) => put(year, Number(quarter) * 3)}
        />
        <YearInput start={period.start} onYear={(next) => put(next, month)} />
      </div>
    );
  },
  month: ({ period, onToken }) => (
    <Input
      type="month"
      aria-label={late.rail.month}
      autoFocus
      value={period.start.slice(0, 7)}
      onChange={({ target }) => {
        if (target.value !== '') onToken(periodToken({ ...period, start: `${target.value}-01` }));
      }}
    />
  ),
  day: ({ period, onToken }) => (
    <Input
      type="date"
      aria-label={late.rail.day}
      autoFocus
      value={period.start}
      onChange={({ target }) => {
        if (target.value !== '') onToken(periodToken({ ...period, start: target.value }));
      }}
    />
  ),
};

function startingAt(period: FixedPeriod, year: number, month: number): FixedPeriod {
  const two = String(month + 1).padStart(2, '0');
  return { ...period, start: `${String(year).padStart(4, '0')}-${two}-01` };
}

/** A range of days, both ends included. */
function DayRange({ period, onToken }: Part<FixedPeriod>) {
  const [days, setDays] = useState<readonly [string, string]>([period.start, period.last ?? period.start]);
  const put = (first: string, last: string) => {
    setDays([first, last]);
    if (first !== '' && last !== '') onToken(periodToken(dayRange(first, last)));
  };
  return (
    <div className={styles.pair}>
      <Input
        type="date"
        aria-label={late.rail.from}
        autoFocus
        value={days[0]}
        onChange={({ target }) => put(target.value, days[1])}
      />
      <Input
        type="date"
        aria-label={late.rail.to}
        value={days[1]}
        onChange={({ target }) => put(days[0], target.value)}
      />
    </div>
  );
}

/** A number of units relative to now. */
function MovingCount({ period, onToken }: Part<MovingPeriod>) {
  const { toNow, ...whole } = period;
  const { kind, count, unit } = whole;
  const put = (change: Partial<MovingPeriod>) => onToken(periodToken({ ...period, ...change }));
  return (
    <>
      <Select
        label={late.rail.periodKind}
        value={kind}
        options={kinds.map((one) => ({ value: one, label: late.rail.periodKinds[one] }))}
        // A period that is still to come cannot end now.
        onValue={(next) => onToken(periodToken({ ...(next === 'next' ? whole : period), kind: next }))}
      />
      <div className={styles.pair}>
        <Input
          type="number"
          min={1}
          max={MAX_COUNT}
          aria-label={late.rail.periodCount}
          autoFocus
          defaultValue={count}
          onChange={(event) => {
            const next = Math.trunc(event.target.valueAsNumber);
            if (next >= 1 && next <= MAX_COUNT) put({ count: next });
          }}
        />
        <Select
          label={late.rail.periodUnit}
          value={unit}
          options={units.map((one) => ({ value: one, label: late.rail.unitNames[one] }))}
          onValue={(next) => put({ unit: next })}
        />
      </div>
      {kind !== 'next' && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={toNow === true}
            onChange={({ target }) =>
              onToken(periodToken(target.checked ? { ...whole, toNow: true } : whole))
            }
          />
          {late.rail.upToNow}
        </label>
      )}
    </>
  );
}

/** The dates that the period means today: its words do not say whether the last 12 months include the current one. */
function AsOfNow({ period }: Pick<Part<MovingPeriod>, 'period'>) {
  const { now } = useWorkbench();
  const { from, before } = resolvePeriod(period, now);
  const days = periodBetween(from, before);
  return (
    days && <p className={styles.reading}>{late.rail.asOfNow(periodWords(days), period.toNow === true)}</p>
  );
}

const defaultPeriod: MovingPeriod = { kind: 'last', count: 30, unit: 'day' };

export function PeriodValue(props: { readonly token: string; readonly onToken: (token: string) => void }) {
  const { token, onToken } = props;
  const { now } = useWorkbench();
  const period = parsePeriod(token) ?? defaultPeriod;
  const usual = periods.some((one) => periodToken(one) === token);
  const [own, setOwn] = useState(!usual && period.kind !== 'fixed');
  const [isRange, setIsRange] = useState(period.kind === 'fixed' && period.last !== undefined);
  const Certain = period.kind === 'fixed' ? (isRange ? DayRange : fixedInputs[period.unit]) : undefined;
  const chosen = period.kind === 'fixed' ? (isRange ? DAYS : period.unit) : own ? OTHER : token;
  return (
    <>
      <Select
        label={late.rail.value}
        value={chosen}
        options={[
          ...fixedUnits.map((unit) => ({ value: unit as string, label: late.rail.fixedPeriods[unit] })),
          { value: DAYS, label: late.rail.fromDayToDay },
          ...periods.map((one) => ({ value: periodToken(one), label: t.query.period(one) })),
          { value: OTHER, label: late.rail.otherPeriod },
        ]}
        onValue={(next) => {
          const unit = fixedUnits.find((one) => one === next);
          setOwn(next === OTHER);
          setIsRange(next === DAYS);
          if (next === DAYS) onToken(periodToken(fixedPeriod('day', now)));
          else if (unit) onToken(periodToken(fixedPeriod(unit, now)));
          else onToken(next === OTHER ? periodToken(defaultPeriod) : next);
        }}
      />
      {period.kind === 'fixed' && Certain && <Certain key={chosen} period={period} onToken={onToken} />}
      {period.kind !== 'fixed' && own && <MovingCount period={period} onToken={onToken} />}
      {period.kind !== 'fixed' && <AsOfNow period={period} />}
    </>
  );
}
