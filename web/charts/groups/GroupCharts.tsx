// The table's groups as a chart: the same groups, with a second field as series.
import { ChartColumn, RotateCcw } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { t } from '../../messages/index.ts';
import { late } from '../../messages/late.ts';
import type { ChartChoice } from '../../query/document.ts';
import { hasLookalikes, type Narrowing, narrow } from '../../query/groups/narrowing.ts';
import { setChart } from '../../query/view.ts';
import { showRowsBehind } from '../../result/showRowsBehind.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty, Failure, Loading } from '../../ui/States.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWorkbench } from '../../workbench/context.ts';
import { useGroupNotes } from '../../workbench/useGroupNotes.ts';
import { Slow } from '../../workbench/Waiting.tsx';
import styles from '../ChartTab.module.css';
import { ChartTools } from '../ChartTools.tsx';
import { Choice } from '../Choice.tsx';
import { DataTwin } from '../DataTwin.tsx';
import type { Mark } from '../drawing/shape.ts';
import { Plot } from '../Plot.tsx';
import { useSize } from '../useSize.ts';
import { drawGroups } from './drawGroups.ts';
import {
  amountText,
  chartMeasures,
  type GroupChart,
  type GroupKind,
  groupChart,
  possibleGroupKinds,
  xChoicesOf,
} from './groupChart.ts';
import type { GroupData } from './groupData.ts';
import { PivotTable } from './PivotTable.tsx';
import { useGroupData } from './useGroupData.ts';

/** The minimum height in a container with a height of its own, and the space for the legend. */
const MIN_HEIGHT = 140;
const LEGEND_HEIGHT = 32;

function titleOf({ x, series, measure }: GroupChart): string {
  if (x.length === 0) return measure.label;
  const names = [...(x.length > 1 ? x.slice(0, 1) : x), ...series].map(({ label }) => label);
  return late.charts.title.bars(measure.label, names.join(', '));
}

function Controls(props: { readonly chart: GroupChart; readonly onWish: (wish: ChartChoice) => void }) {
  const { chart, onWish } = props;
  const { doc, model } = useWorkbench();
  const wish = doc.view.chart ?? {};
  const xs = xChoicesOf(doc, model);
  return (
    <>
      <Choice<GroupKind>
        label={late.charts.kind}
        value={chart.kind}
        onValue={(kind) => onWish({ ...wish, kind })}
      >
        {possibleGroupKinds(chart).map((kind) => (
          <option key={kind} value={kind}>
            {late.charts.groupKinds[kind]}
          </option>
        ))}
      </Choice>
      <Choice label={late.charts.yAxis} value={chart.measure.id} onValue={(y) => onWish({ ...wish, y })}>
        {chartMeasures(doc, model).map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Choice>
      {xs.length > 1 && (
        <Choice
          label={late.charts.xAxis}
          value={chart.x[0]?.id ?? ''}
          onValue={(x) => onWish({ ...wish, x })}
        >
          {xs.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Choice>
      )}
    </>
  );
}

/** In a pivot, the service counts 0 for each group that is not in the answer, whether it has rows or not. */
function hasDoubtfulZero({ hasAllGroups, points }: GroupData, { measure }: GroupChart): boolean {
  const isCount = measure.kind === 'measure' && /^count/.test(measure.summary);
  return isCount && !hasAllGroups && [...points.values()].some(({ value }) => value === 0);
}

/** What the chart omits, in words. */
function omissionNotes(data: GroupData, chart: GroupChart): readonly string[] {
  const { omitted, groups } = data;
  const { kind } = chart;
  if (kind === 'pivot')
    return [
      ...(omitted.slots > 0 ? [late.charts.leftRows(groups - omitted.slots, groups)] : []),
      ...(hasDoubtfulZero(data, chart) ? [late.charts.leftZero] : []),
    ];
  return [
    ...(omitted.groups > 0 ? [late.charts.leftGroups(groups - omitted.groups, groups)] : []),
    ...(omitted.slots > 0 ? [late.charts.leftSlots(omitted.slots)] : []),
    ...(omitted.series > 0 ? [late.charts.leftSeries(omitted.series)] : []),
  ];
}

/** Measures without groups are shown as plain numbers. */
function Tiles({ data, chart }: { readonly data: GroupData; readonly chart: GroupChart }) {
  const [only] = data.points.values();
  return (
    <dl className={styles.tiles}>
      <div>
        <dt>{chart.measure.label}</dt>
        <dd>{only ? amountText(chart, only.exact, data.digits) : t.common.null}</dd>
      </div>
    </dl>
  );
}

function Picture(props: {
  readonly data: GroupData;
  readonly chart: GroupChart;
  readonly stale: boolean;
  readonly bare: boolean;
}) {
  const { data, chart } = props;
  const { doc, model, edit } = useWorkbench();
  const [frame, size] = useSize<HTMLDivElement>();
  const { width } = size;
  const legend = data.series.length > 1 ? LEGEND_HEIGHT : 0;
  const height = props.bare ? Math.max(MIN_HEIGHT, size.height - legend) : undefined;
  const svg = useRef<SVGSVGElement>(null);
  const [asTable, setAsTable] = useState(false);
  const drawing = useMemo(
    () => drawGroups(data, chart, Math.max(280, width), height),
    [data, chart, width, height],
  );
  const notes = useGroupNotes(chart.measure.id);
  const title = titleOf(chart);
  const openRows = (narrowing: Narrowing): void => showRowsBehind(doc, model, narrowing, chart.measure);
  const showRows = ({ filter }: Mark): void => {
    if (filter) openRows(filter);
  };
  const filterTo = ({ filter }: Mark): void => {
    if (!filter) return;
    if (hasLookalikes(doc, model, filter)) showToast(late.workbench.lookalikes);
    else edit((before) => narrow(before, model, filter));
  };
  return (
    <figure className={props.bare ? styles.filled : styles.figure} data-stale={props.stale}>
      <figcaption className={props.bare ? 'visually-hidden' : styles.caption}>
        <h2>{title}</h2>
        {!props.bare && chart.kind !== 'number' && chart.kind !== 'pivot' && (
          <ChartTools title={title} svg={svg} asTable={asTable} onAsTable={setAsTable} />
        )}
      </figcaption>
      <div ref={frame} className={props.bare ? styles.filled : undefined}>
        {chart.kind === 'number' ? (
          <Tiles data={data} chart={chart} />
        ) : chart.kind === 'pivot' ? (
          <PivotTable
            label={title}
            data={data}
            chart={chart}
            onRows={(slot, series) => {
              const parts = [slot?.narrowing, series?.narrowing].filter((one) => one !== undefined);
              openRows({ with: 'AND', entries: parts });
            }}
          />
        ) : drawing.marks.length === 0 ? (
          <Empty icon={<ChartColumn aria-hidden />} title={late.charts.emptyTitle}>
            {late.charts.emptyHint}
          </Empty>
        ) : asTable ? (
          <DataTwin
            label={title}
            headings={[
              [...chart.x.slice(0, 1), ...chart.series].map(({ label }) => label).join(' · '),
              chart.measure.label,
            ]}
            marks={drawing.marks}
            onPick={filterTo}
            onRows={showRows}
          />
        ) : (
          width > 0 && (
            <Plot
              drawing={drawing}
              label={title}
              svg={svg}
              onPick={showRows}
              act={late.charts.rowsAct}
              hint={late.charts.rowsHint}
            />
          )
        )}
      </div>
      {props.stale && <Slow of="chart" />}
      {[...omissionNotes(data, chart), ...notes].map((text) => (
        <p key={text} className={styles.note}>
          {text}
        </p>
      ))}
    </figure>
  );
}

export function GroupCharts({ bare }: { readonly bare: boolean }) {
  const { doc, model, code, now, edit } = useWorkbench();
  const chart = useMemo(() => groupChart(doc, model, doc.view.chart ?? {}), [doc, model]);
  const { data, error, refetch, isPlaceholderData } = useGroupData({ doc, model, code, now, chart });
  if (!chart) {
    return (
      <Empty icon={<ChartColumn aria-hidden />} title={late.charts.nothingTitle}>
        {late.charts.nothingMeasured}
      </Empty>
    );
  }
  const controls = (
    <>
      <div className={styles.controls}>
        <Controls chart={chart} onWish={(wish) => edit((before) => setChart(before, wish))} />
        {chart.reason === 'chosen' && (
          <Button
            variant="quiet"
            icon={<RotateCcw aria-hidden />}
            onClick={() => edit((before) => setChart(before, undefined))}
          >
            {late.charts.reset}
          </Button>
        )}
      </div>
      <p className={styles.why}>
        <strong>{late.charts.why}</strong> {late.charts.groupReasons[chart.reason](chart.x[0]?.label ?? '')}
      </p>
    </>
  );
  return (
    <div className={bare ? styles.bare : styles.tab}>
      {!bare && controls}
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        // While data is loading, only the drawing's shape may differ from the chart it was requested for.
        <Picture
          data={data.data}
          chart={isPlaceholderData ? data.of : chart}
          stale={isPlaceholderData}
          bare={bare}
        />
      ) : (
        <>
          <Loading label={late.charts.loading} lines={9} />
          <Slow of="chart" />
        </>
      )}
    </div>
  );
}
