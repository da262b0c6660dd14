// A saved chart as a small image without text, for lists: the shape of the chart, with the current user's rights.
import { type ReactNode, useMemo } from 'react';
import { limitConcurrency } from '../answers/concurrency.ts';
import { useModelQuery } from '../answers/queries.ts';
import type { SavedQuery } from '../api/saved.ts';
import type { Model } from '../model/model.ts';
import { encode } from '../query/codec/codec.ts';
import type { QueryDocument } from '../query/document.ts';
import { today } from '../query/filters/relative.ts';
import { missingParameters } from '../query/parameters.ts';
import { fromSaved } from '../query/saved.ts';
import { unknownNames } from '../query/unknownNames.ts';
import { chartFields } from './chartFields.ts';
import { draw } from './drawing/draw.ts';
import type { Drawing, Mark } from './drawing/shape.ts';
import { drawGroups } from './groups/drawGroups.ts';
import { groupChart } from './groups/groupChart.ts';
import { useGroupData } from './groups/useGroupData.ts';
import { chartFor, preferenceOf } from './suggestChart.ts';
import styles from './Thumbnail.module.css';
import { useChartData } from './useChartData.ts';

/** The size of the drawing before it is scaled down. */
const WIDTH = 480;
const HEIGHT = 240;

/** A list has many thumbnails, and other requests must not wait for them. */
const limitThumbnails = limitConcurrency(2);

export interface ThumbnailProps {
  readonly saved: SavedQuery;
  /** Shown while loading, and if there is nothing to draw. */
  readonly fallback: ReactNode;
}

export default function Thumbnail({ saved, fallback }: ThumbnailProps) {
  const { data: model } = useModelQuery();
  const doc = useMemo(() => fromSaved(saved.unigrid, saved.view), [saved]);
  if (!model || !doc) return fallback;
  if (unknownNames(doc, model).length > 0 || missingParameters(doc).length > 0) return fallback;
  const Picture = doc.grouped ? GroupPicture : RowPicture;
  return <Picture doc={doc} model={model} fallback={fallback} />;
}

interface PictureProps {
  readonly doc: QueryDocument;
  readonly model: Model;
  readonly fallback: ReactNode;
}

function useChartTask({ doc, model }: PictureProps) {
  const day = today().getTime();
  return useMemo(
    () => ({ doc, model, code: encode(doc), now: new Date(day), turn: limitThumbnails }),
    [doc, model, day],
  );
}

function GroupPicture(props: PictureProps) {
  const asked = useChartTask(props);
  const chart = useMemo(() => groupChart(asked.doc, asked.model, asked.doc.view.chart ?? {}), [asked]);
  const isDrawn = chart !== undefined && chart.kind !== 'number' && chart.kind !== 'pivot';
  const { data } = useGroupData({ ...asked, chart: isDrawn ? chart : undefined });
  if (!data || !isDrawn) return props.fallback;
  return <SmallDrawing drawing={drawGroups(data.data, chart, WIDTH, HEIGHT)} otherwise={props.fallback} />;
}

function RowPicture(props: PictureProps) {
  const asked = useChartTask(props);
  const chart = useMemo(
    () => chartFor(chartFields(asked.doc, asked.model), preferenceOf(asked.doc.view.chart)),
    [asked],
  );
  const { data } = useChartData({ ...asked, chart });
  if (!data) return props.fallback;
  return <SmallDrawing drawing={draw(data.data, data.chart, WIDTH, HEIGHT)} otherwise={props.fallback} />;
}

/** Only the area between the axes, stretched to the available space. */
function SmallDrawing({
  drawing,
  otherwise: fallback,
}: {
  readonly drawing: Drawing;
  readonly otherwise: ReactNode;
}) {
  const { inner, areas, paths, marks } = drawing;
  if (marks.length === 0) return fallback;
  return (
    <svg
      aria-hidden
      className={styles.picture}
      viewBox={`${inner.x} ${inner.y} ${inner.width} ${inner.height}`}
      preserveAspectRatio="none"
    >
      {areas.map((path) => (
        <path key={path} className={styles.area} d={path} />
      ))}
      {paths.map(({ d, tone }) => (
        <path key={tone} className={styles.line} data-tone={tone} d={d} />
      ))}
      {/* Lines already include their points. */}
      {paths.length === 0 && marks.map((mark) => <SmallMark key={mark.id} mark={mark} />)}
    </svg>
  );
}

function SmallMark({ mark: { shape, box, quiet, strength, tone } }: { readonly mark: Mark }) {
  const { x, y, width, height } = box;
  const look = { className: styles.shape, 'data-tone': tone, 'data-quiet': quiet };
  if (shape === 'dot') {
    return <ellipse {...look} cx={x + width / 2} cy={y + height / 2} rx={width} ry={width} />;
  }
  return <rect {...look} x={x} y={y} width={width} height={height} fillOpacity={strength} />;
}
