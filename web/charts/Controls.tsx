// The controls of a chart: its kind, its axes, the measure and the period.

import type { ReactNode } from 'react';
import { type BucketName, bucketNames } from '../../src/contract/buckets.ts';
import type { SummaryName } from '../../src/contract/summaries.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';

import styles from './ChartTab.module.css';
import { Choice } from './Choice.tsx';
import type { ChartField } from './chartFields.ts';
import {
  type Chart,
  type ChartKind,
  type ChartPreference,
  possibleKinds,
  ROWS,
  xChoices,
  yChoices,
} from './suggestChart.ts';

function Options({ fields }: { readonly fields: readonly ChartField[] }) {
  return fields.map(({ id, label }) => (
    <option key={id} value={id}>
      {label}
    </option>
  ));
}

const aggregates: readonly SummaryName[] = ['sum', 'avg', 'min', 'max', 'count', 'count_distinct'];
const AUTO = 'auto';

interface ControlsProps {
  readonly fields: readonly ChartField[];
  readonly chart: Chart;
  /** The period in use if none was chosen. */
  readonly bucket: BucketName | undefined;
  readonly onPreference: (preference: ChartPreference) => void;
  readonly children?: ReactNode;
}

function Measure({ fields, chart, onPreference }: ControlsProps) {
  return (
    <>
      <Choice
        label={late.charts.yAxis}
        value={chart.y?.id ?? ROWS}
        onValue={(y) => onPreference({ y, aggregate: undefined })}
      >
        {chart.kind !== 'scatter' && <option value={ROWS}>{late.charts.numberOfRows}</option>}
        <Options fields={yChoices(fields).filter((field) => field !== chart.x)} />
      </Choice>
      {chart.y && chart.kind !== 'scatter' && (
        <Choice<SummaryName>
          label={late.charts.aggregate}
          value={chart.aggregate}
          onValue={(aggregate) => onPreference({ aggregate })}
        >
          {aggregates.map((one) => (
            <option key={one} value={one}>
              {late.charts.aggregates[one]}
            </option>
          ))}
        </Choice>
      )}
    </>
  );
}

function Period({ chart, bucket, onPreference }: ControlsProps) {
  const usable = chart.x.type === 'date' ? bucketNames.filter((one) => one !== 'hour') : bucketNames;
  const automatic = bucket && !chart.bucket;
  return (
    <Choice<BucketName | typeof AUTO>
      label={late.charts.bucket}
      value={chart.bucket ?? AUTO}
      onValue={(one) => onPreference({ bucket: one === AUTO ? undefined : one })}
    >
      <option value={AUTO}>
        {automatic ? late.charts.bucketAuto(t.query.buckets[bucket]) : late.charts.bucketAutomatic}
      </option>
      {usable.map((one) => (
        <option key={one} value={one}>
          {t.query.buckets[one]}
        </option>
      ))}
    </Choice>
  );
}

const xLabels: Record<ChartKind, string> = {
  line: late.charts.xAxis,
  bars: late.charts.xAxis,
  scatter: late.charts.against,
  histogram: late.charts.valuesOf,
};

export function Controls(props: ControlsProps) {
  const { fields, chart, onPreference } = props;
  return (
    <div className={styles.controls}>
      <Choice<ChartKind>
        label={late.charts.kind}
        value={chart.kind}
        onValue={(kind) => onPreference({ kind })}
      >
        {possibleKinds(fields).map((kind) => (
          <option key={kind} value={kind}>
            {late.charts.kinds[kind]}
          </option>
        ))}
      </Choice>
      {chart.kind !== 'histogram' && <Measure {...props} />}
      <Choice
        label={xLabels[chart.kind]}
        value={chart.x.id}
        onValue={(x) => onPreference({ x, bucket: undefined })}
      >
        <Options fields={xChoices(fields, chart.kind).filter((field) => field !== chart.y)} />
      </Choice>
      {chart.kind === 'line' && <Period {...props} />}
      {props.children}
    </div>
  );
}
