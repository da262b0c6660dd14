// Categories as horizontal bars, longest first, with their values at the end.
import { late } from '../../messages/late.ts';
import { plainText } from '../../values/text.ts';
import type { BarsData } from '../chartData.ts';
import { axisOver, endsOf, roundSpan, spanOf } from '../scale.ts';
import type { Chart } from '../suggestChart.ts';
import { categoryName } from '../words.ts';
import {
  AXIS_BELOW,
  type Box,
  CHARACTER,
  type Drawing,
  type Mark,
  noteText,
  shorten,
  TOP_MARGIN,
  ticksOf,
  valueText,
  widest,
} from './shape.ts';

const BAR_STEP = 26;
const BAR = 18;

/** Different records of the same name have their key appended. */
function labelsOf(data: BarsData, chart: Chart): readonly string[] {
  const names = data.bars.map((bar) => categoryName(bar.names, chart.x));
  return data.bars.map(({ key = null }, i) => {
    const name = names[i] ?? '';
    const isShared = key !== null && names.indexOf(name) !== names.lastIndexOf(name);
    return isShared ? `${name} (${plainText(key)})` : name;
  });
}

export function drawBars(data: BarsData, chart: Chart, width: number): Drawing {
  const ownLabels = labelsOf(data, chart);
  const rows = [
    ...data.bars.map((bar, i) => ({ ...bar, label: ownLabels[i] ?? '', quiet: false })),
    ...(data.other ? [{ ...data.other, label: late.charts.other(data.other.categories), quiet: true }] : []),
  ];
  const most = Math.max(8, Math.floor(Math.min(width * 0.36, 260) / CHARACTER));
  const labels = rows.map(({ label }) => shorten(label, most));
  const left = Math.max(48, widest(labels) + 14);
  const notes = rows.map(({ value, exact }) => noteText(value, exact, chart));
  const right = Math.min(widest(notes) + 18, width * 0.3);
  const inner: Box = {
    x: left,
    y: TOP_MARGIN,
    width: Math.max(40, width - left - right),
    height: rows.length * BAR_STEP,
  };
  // The remainder may be a thousand times the shown bars; it must not flatten them.
  const values = spanOf(
    data.bars.map(({ value }) => value),
    true,
  );
  const axis = axisOver(roundSpan(values, inner.width / 90), [inner.x, inner.x + inner.width]);
  const [min, max] = endsOf(axis);
  const zero = axis(0);
  return {
    width,
    height: inner.y + inner.height + AXIS_BELOW,
    inner,
    xTicks: ticksOf(axis, Math.max(2, inner.width / 90)),
    yTicks: rows.map(({ label }, i) => ({
      at: inner.y + (i + 0.5) * BAR_STEP,
      label: labels[i] ?? '',
      ...(labels[i] === label ? {} : { full: label }),
    })),
    lines: 'vertical',
    paths: [],
    areas: [],
    legend: [],
    zero,
    marks: rows.map((row, i): Mark => {
      const end = axis(Math.max(min, Math.min(row.value, max)));
      const y = inner.y + i * BAR_STEP;
      const note = notes[i] ?? '';
      return {
        id: String(i),
        shape: 'bar',
        box: {
          x: Math.min(zero, end),
          y: y + (BAR_STEP - BAR) / 2,
          // A non-zero value is always visible.
          width: Math.max(row.value === 0 ? 0 : 1.5, Math.abs(end - zero)),
          height: BAR,
        },
        hit: { x: 0, y, width, height: BAR_STEP },
        quiet: row.quiet,
        cut: row.value > max || row.value < min,
        label: row.label,
        value: valueText(row.exact, chart),
        note,
        filter: row.filter,
      };
    }),
  };
}
