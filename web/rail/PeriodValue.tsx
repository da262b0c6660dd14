// A period that moves with the calendar: one of the usual ones, or the last so many days, weeks, months, years.
import { useState } from 'react';
import { t } from '../messages/index.ts';
import { type Period, parsePeriod, periods, periodToken, type Unit } from '../query/relative.ts';
import { Input } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import styles from './FilterForm.module.css';

const OTHER = 'other';
const units: readonly Unit[] = ['day', 'week', 'month', 'quarter', 'year'];
const MOST = 9999;

export function PeriodValue(props: { readonly token: string; readonly onToken: (token: string) => void }) {
  const { token, onToken } = props;
  const usual = periods.some((one) => periodToken(one) === token);
  const [own, setOwn] = useState(!usual);
  const { count, unit } = parsePeriod(token) ?? { count: 30, unit: 'day' };
  const put = (change: Partial<Period>) => onToken(periodToken({ kind: 'last', count, unit, ...change }));
  return (
    <>
      <Select
        label={t.rail.value}
        value={own ? OTHER : token}
        options={[
          ...periods.map((one) => ({ value: periodToken(one), label: t.query.period(one) })),
          { value: OTHER, label: t.rail.otherPeriod },
        ]}
        onValue={(next) => {
          setOwn(next === OTHER);
          if (next === OTHER) put({});
          else onToken(next);
        }}
      />
      {own && (
        <div className={styles.period}>
          <span>{t.rail.theLast}</span>
          <Input
            type="number"
            min={1}
            max={MOST}
            aria-label={t.rail.periodCount}
            autoFocus
            defaultValue={count}
            onChange={(event) => {
              const next = Math.trunc(event.target.valueAsNumber);
              if (next >= 1 && next <= MOST) put({ count: next });
            }}
          />
          <Select
            label={t.rail.periodUnit}
            value={unit}
            options={units.map((one) => ({ value: one, label: t.rail.unitNames[one] }))}
            onValue={(next) => put({ unit: next })}
          />
        </div>
      )}
    </>
  );
}
