// A saved chart as a small image without text, for lists: the shape of the chart, with the current user's rights.
import { type ReactNode, useMemo } from 'react';
import { useModelQuery } from '../answers/queries.ts';
import { turns } from '../answers/turns.ts';
import type { SavedQuery } from '../api/kept.ts';
import type { Model } from '../model/model.ts';
import { encode } from '../query/codec/codec.ts';
import type { QueryDocument } from '../query/document.ts';
import { today } from '../query/filters/relative.ts';
import { fromKept } from '../query/kept.ts';
import { missingParameters } from '../query/parameters.ts';
import { unknownNames } from '../query/unknownNames.ts';
import { chartFields } from './chartFields.ts';
import { draw } from './drawing/draw.ts';
import type { Drawing, Mark } from './drawing/shape.ts';
import { drawGroups } from './groups/drawGroups.ts';
import { groupChart } from './groups/groupChart.ts';
import { useGroupData } from './groups/useGroupData.ts';
import { chartFor, wishOf } from './suggestChart.ts';
import styles from './Thumbnail.module.css';
import { useChartData } from './useChartData.ts';

/** The size of the drawing before it is scaled down. */
const WIDTH = 480;
const HEIGHT = 240;

/** A list has many thumbnails, and other requests must not wait for them. */
const turn = turns(2);

export interface ThumbnailProps {
  readonly saved: SavedQuery;
  /** Shown while loading, and if there is nothing to draw. */
  readonly otherwise: ReactNode;
}

export default function Thumbnail({ saved, otherwise }: ThumbnailProps) {
  const { data: model } = useModelQuery();
  const doc = useMemo(() => fromKept(saved.unigrid, saved.view), [saved]);
  if (!model || !doc) return otherwise;
  if (unknownNames(doc, model).length > 0 || missingParameters(doc).length > 0) return otherwise;
  const Picture = doc.grouped ? GroupPicture : RowPicture;
  return <Picture doc={doc} model={model} otherwise={otherwise} />;
}

interface PictureProps {
  readonly doc: QueryDocument;
  readonly model: Model;
  readonly otherwise: ReactNode;
}

function useAsked({ doc, model }: PictureProps) {
  const day = today().getTime();
  return useMemo(() => ({ doc, model, code: encode(doc), now: new Date(day), turn }), [doc, model, day]);
}

function GroupPicture(props: PictureProps) {
  const asked = useAsked(props);
  const chart = useMemo(() => groupChart(asked.doc, asked.model, asked.doc.view.chart ?? {}), [asked]);
  const isDrawn = chart !== undefined && chart.kind !== 'number' && chart.kind !== 'pivot';
  const { data } = useGroupData({ ...asked, chart: isDrawn ? chart : undefined });
  if (!data || !isDrawn) return props.otherwise;
  return <Small drawing={drawGroups(data.data, chart, WIDTH, HEIGHT)} otherwise={props.otherwise} />;
}

function RowPicture(props: PictureProps) {
  const asked = useAsked(props);
  const chart = useMemo(
    () => chartFor(chartFields(asked.doc, asked.model), wishOf(asked.doc.view.chart)),
    [asked],
  );
  const { data } = useChartData({ ...asked, chart });
  if (!data) return props.otherwise;
  return <Small drawing={draw(data.data, data.chart, WIDTH, HEIGHT)} otherwise={props.otherwise} />;
}

/** Only the area between the axes, stretched to the available space. */
function Small({ drawing, otherwise }: { readonly drawing: Drawing; readonly otherwise: ReactNode }) {
  const { inner, areas, paths, marks } = drawing;
  if (marks.length === 0) return otherwise;
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
