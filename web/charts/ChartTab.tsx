// The result as a chart: a suggested one, or any other by choice.
import { ChartColumn, RotateCcw } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { late } from '../messages/late.ts';
import { narrow } from '../query/groups/narrowing.ts';
import { setChart } from '../query/view.ts';
import { Button } from '../ui/Button.tsx';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import { useWorkbench } from '../workbench/context.ts';
import { Slow } from '../workbench/Waiting.tsx';
import styles from './ChartTab.module.css';
import { ChartTools } from './ChartTools.tsx';
import { Controls } from './Controls.tsx';
import type { ChartData } from './chartData.ts';
import { chartFields } from './chartFields.ts';
import { DataTwin } from './DataTwin.tsx';
import { draw } from './drawing/draw.ts';
import type { Mark } from './drawing/shape.ts';
import { GroupCharts } from './groups/GroupCharts.tsx';
import { Plot } from './Plot.tsx';
import { type Chart, type ChartPreference, chartFor, preferenceOf } from './suggestChart.ts';
import { useChartData } from './useChartData.ts';
import { useSize } from './useSize.ts';
import { chartTitle, measureName } from './words.ts';

/** The minimum height in a container with a height of its own. */
const MIN_HEIGHT = 140;

function noteOf(data: ChartData): string | undefined {
  if (data.kind === 'tiles') return late.charts.tiles(data.drawn, data.total);
  if (data.kind === 'line' && data.left > 0) return late.charts.leftPeriods(data.points.length, data.left);
  const isSized = data.kind === 'points' && data.points.some(({ count }) => count > 1);
  return isSized ? late.charts.largerMeansMore : undefined;
}

function Notes({ data, chart }: { readonly data: ChartData; readonly chart: Chart }) {
  const note = noteOf(data);
  const axes = [chart.x, ...(chart.kind === 'scatter' && chart.y ? [chart.y] : [])];
  return (
    <>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {data.kind !== 'bars' && data.omitted > 0 && (
        <p className={styles.note}>
          {late.charts.withoutPlace(
            data.omitted,
            axes.map(({ label }) => label),
          )}
        </p>
      )}
    </>
  );
}

function Picture(props: {
  readonly data: ChartData;
  readonly chart: Chart;
  readonly stale: boolean;
  readonly bare: boolean;
}) {
  const { data, chart } = props;
  const { model, edit } = useWorkbench();
  const [frame, size] = useSize<HTMLDivElement>();
  const { width } = size;
  const height = props.bare ? Math.max(MIN_HEIGHT, size.height) : undefined;
  const svg = useRef<SVGSVGElement>(null);
  const [asTable, setAsTable] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const drawing = useMemo(
    () => draw(data, chart, Math.max(280, width), height),
    [data, chart, width, height],
  );
  const title = chartTitle(chart, data);
  const pick = (mark: Mark): void => {
    const { filter } = mark;
    if (!filter) return;
    edit((doc) => narrow(doc, model, filter));
    setAnnouncement(late.charts.picked(mark.label));
  };
  return (
    <figure className={props.bare ? styles.filled : styles.figure} data-stale={props.stale}>
      <figcaption className={props.bare ? 'visually-hidden' : styles.caption}>
        <h2>{title}</h2>
        {!props.bare && <ChartTools title={title} svg={svg} asTable={asTable} onAsTable={setAsTable} />}
      </figcaption>
      <div ref={frame} className={props.bare ? styles.filled : undefined}>
        {drawing.marks.length === 0 ? (
          <Empty icon={<ChartColumn aria-hidden />} title={late.charts.emptyTitle}>
            {late.charts.emptyHint}
          </Empty>
        ) : asTable ? (
          <DataTwin
            label={title}
            headings={[chart.x.label, measureName(chart)]}
            marks={drawing.marks}
            onPick={pick}
          />
        ) : (
          width > 0 && <Plot drawing={drawing} label={title} svg={svg} onPick={pick} />
        )}
      </div>
      {props.stale && <Slow of="chart" />}
      <Notes data={data} chart={chart} />
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </figure>
  );
}

export interface ChartTabProps {
  /** Only the drawing, for places with their own heading and no room for controls. */
  readonly bare?: boolean;
}

/** A grouped query's groups are drawn as they are; for single rows the chart does its own grouping. */
export default function ChartTab({ bare = false }: ChartTabProps) {
  const { doc } = useWorkbench();
  return doc.grouped ? <GroupCharts bare={bare} /> : <RowCharts bare={bare} />;
}

function RowCharts({ bare }: Required<ChartTabProps>) {
  const { doc, model, code, now, edit } = useWorkbench();
  const fields = useMemo(() => chartFields(doc, model), [doc, model]);
  const preference = useMemo(() => preferenceOf(doc.view.chart), [doc.view.chart]);
  const setPreference = (next: ChartPreference) => edit((before) => setChart(before, next));
  const chart = useMemo(() => chartFor(fields, preference), [fields, preference]);
  const { data, error, refetch, isPlaceholderData } = useChartData({ doc, model, code, now, chart });
  if (!chart) {
    return (
      <Empty icon={<ChartColumn aria-hidden />} title={late.charts.nothingTitle}>
        {late.charts.nothingHint}
      </Empty>
    );
  }
  const controls = (
    <>
      <Controls
        fields={fields}
        chart={chart}
        bucket={data?.data.kind === 'line' ? data.data.bucket : undefined}
        // Another kind has other axes, and the old choices may not fit.
        onPreference={(change) => setPreference(change.kind ? change : { ...preference, ...change })}
      >
        {(chart.reason === 'chosen' || preference.bucket !== undefined) && (
          <Button variant="quiet" icon={<RotateCcw aria-hidden />} onClick={() => setPreference({})}>
            {late.charts.reset}
          </Button>
        )}
      </Controls>
      <p className={styles.why}>
        <strong>{late.charts.why}</strong>{' '}
        {late.charts.reasons[chart.reason](chart.x.label, chart.y?.label ?? '')}
      </p>
    </>
  );
  return (
    <div className={bare ? styles.bare : styles.tab}>
      {!bare && controls}
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <Picture data={data.data} chart={data.chart} stale={isPlaceholderData} bare={bare} />
          {data.isBeyondTop && <p className={styles.note}>{late.charts.beyondTop}</p>}
        </>
      ) : (
        <>
          <Loading label={late.charts.loading} lines={9} />
          <Slow of="chart" />
        </>
      )}
    </div>
  );
}
