// A drawing on the screen: axes, marks that pointer and keyboard can reach, and the value of the active mark.
import { type CSSProperties, type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { late } from '../messages/late.ts';
import { classNames } from '../ui/classNames.ts';
import { Axes } from './Axes.tsx';
import type { Drawing, Mark, Scale } from './drawing/shape.ts';
import styles from './Plot.module.css';

function Shape({ mark }: { readonly mark: Mark }) {
  const { x, y, width, height } = mark.box;
  if (mark.shape === 'dot') {
    return <circle className={styles.shape} cx={x + width / 2} cy={y + height / 2} r={width / 2} />;
  }
  return (
    <>
      <rect
        className={styles.shape}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={mark.shape === 'bar' ? Math.min(3, width / 2) : 0}
        fillOpacity={mark.strength}
      />
      {mark.cut && (
        <path className={styles.cut} d={`M${x + width - 24} ${y + height + 1} l6 ${-height - 2}`} />
      )}
    </>
  );
}

function MarkView(props: {
  readonly mark: Mark;
  readonly active: boolean;
  readonly dense: boolean;
  /** The action of a press, in words. */
  readonly act: string;
  readonly onPick: () => void;
  readonly onEnter: () => void;
}) {
  const { mark } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no button inside a drawing
    <g
      role="button"
      tabIndex={props.active ? 0 : -1}
      aria-label={late.charts.mark(mark.label, mark.value, mark.filter ? props.act : '')}
      data-mark={mark.id}
      data-tone={mark.tone}
      className={classNames(
        styles.mark,
        styles[mark.shape],
        mark.quiet && styles.quiet,
        props.dense && !mark.isAlone && styles.dense,
      )}
      onClick={props.onPick}
      onFocus={props.onEnter}
      onMouseEnter={props.onEnter}
    >
      <rect className={styles.hit} {...mark.hit} />
      <Shape mark={mark} />
    </g>
  );
}

/** Values beside their marks. Screen readers get them from the marks themselves. */
function Notes({ marks }: { readonly marks: readonly Mark[] }) {
  return (
    <g aria-hidden>
      {marks.map(({ id, note, box }) =>
        note === undefined ? null : (
          <text
            key={id}
            className={styles.note}
            x={box.x + box.width + 6}
            y={box.y + box.height / 2}
            dominantBaseline="central"
          >
            {note}
          </text>
        ),
      )}
    </g>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function nextIndex(key: string, from: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(count - 1, from + step));
}

function Tip(props: { readonly mark: Mark; readonly width: number; readonly hint: string }) {
  const { mark, width } = props;
  const { x, y, width: w } = mark.box;
  const middle =
    mark.shape === 'bar' && mark.note !== undefined ? Math.min(x + w / 2, width - 80) : x + w / 2;
  const side = middle > width * 0.66 ? 'end' : middle < width * 0.33 ? 'start' : 'middle';
  return (
    <div className={styles.tip} data-side={side} style={{ left: middle, top: y }} aria-hidden>
      <span>{mark.label}</span>
      <strong>{mark.value}</strong>
      {mark.filter && <em>{props.hint}</em>}
    </div>
  );
}

const DENSE_MARK_COUNT = 60;

function Legend({ entries }: { readonly entries: Drawing['legend'] }) {
  if (entries.length === 0) return null;
  return (
    <ul className={styles.legend} data-legend>
      {entries.map(({ label, tone }) => (
        <li key={tone}>
          <span className={styles.swatch} data-tone={tone} />
          {label}
        </li>
      ))}
    </ul>
  );
}

/** The legend of a heat map's colours. */
function ColourScale({ scale: { low, high, from, hasGaps } }: { readonly scale: Scale }) {
  return (
    <p className={styles.legend} data-legend>
      <span className={styles.scale}>
        {low}
        <span
          className={styles.ramp}
          data-tone={0}
          style={{ '--palest': from } as CSSProperties}
          aria-hidden
        />
        {high}
      </span>
      {hasGaps && <span>{late.charts.gaps}</span>}
    </p>
  );
}

export function Plot(props: {
  readonly drawing: Drawing;
  readonly label: string;
  readonly svg: Ref<SVGSVGElement>;
  readonly onPick: (mark: Mark) => void;
  /** The action of pressing a mark, for screen readers and as a hint beside the pointer. */
  readonly act?: string;
  readonly hint?: string;
}) {
  const { drawing } = props;
  const { marks } = drawing;
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [tip, setTip] = useState<Mark>();
  const current = Math.min(active, marks.length - 1);

  function onKeyDown(event: KeyboardEvent): void {
    const mark = marks[current];
    if ((event.key === 'Enter' || event.key === ' ') && mark) {
      event.preventDefault();
      props.onPick(mark);
      return;
    }
    if (event.key === 'Escape') setTip(undefined);
    const target = nextIndex(event.key, current, marks.length);
    if (target === undefined) return;
    event.preventDefault();
    setActive(target);
    frame.current?.querySelector<SVGGElement>(`[data-mark="${marks[target]?.id}"]`)?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the marks inside are what is operated
    <div
      ref={frame}
      className={styles.frame}
      onKeyDown={onKeyDown}
      onMouseLeave={() => setTip(undefined)}
      onBlur={() => setTip(undefined)}
    >
      <Legend entries={drawing.legend} />
      {drawing.scale && <ColourScale scale={drawing.scale} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold a drawing */}
      <svg
        ref={props.svg}
        role="group"
        aria-label={`${props.label}. ${late.charts.marks(marks.length)}`}
        width={drawing.width}
        height={drawing.height}
        viewBox={`0 0 ${drawing.width} ${drawing.height}`}
        className={styles.svg}
      >
        <Axes drawing={drawing} />
        {drawing.areas.map((path) => (
          <path key={path} className={styles.area} d={path} />
        ))}
        {drawing.paths.map(({ d, tone }) => (
          <path key={tone} className={styles.line} data-tone={tone} d={d} />
        ))}
        {marks.map((mark, i) => (
          <MarkView
            key={mark.id}
            mark={mark}
            active={i === current}
            dense={drawing.paths.length > 0 && marks.length > DENSE_MARK_COUNT}
            act={props.act ?? late.charts.filterAct}
            onPick={() => props.onPick(mark)}
            onEnter={() => {
              setActive(i);
              setTip(mark);
            }}
          />
        ))}
        <Notes marks={marks} />
      </svg>
      {tip && <Tip mark={tip} width={drawing.width} hint={props.hint ?? late.charts.pickHint} />}
    </div>
  );
}
