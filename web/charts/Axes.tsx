// Ticks, their labels, and the grid lines behind the marks.
import type { Drawing } from './drawing/shape.ts';
import styles from './Plot.module.css';

export function Axes({ drawing }: { readonly drawing: Drawing }) {
  const { inner, xTicks, yTicks, lines, zero } = drawing;
  const bottom = inner.y + inner.height;
  const right = inner.x + inner.width;
  return (
    <g aria-hidden>
      {(lines === 'vertical' || lines === 'both') &&
        xTicks.map(({ at }) => (
          <line key={at} className={styles.grid} x1={at} x2={at} y1={inner.y} y2={bottom} />
        ))}
      {(lines === 'horizontal' || lines === 'both') &&
        yTicks.map(({ at }) => (
          <line key={at} className={styles.grid} x1={inner.x} x2={right} y1={at} y2={at} />
        ))}
      {zero !== undefined &&
        (lines === 'vertical' ? (
          <line className={styles.zero} x1={zero} x2={zero} y1={inner.y} y2={bottom} />
        ) : (
          <line className={styles.zero} x1={inner.x} x2={right} y1={zero} y2={zero} />
        ))}
      {xTicks.map(({ at, label, full }) => (
        <text
          key={at}
          className={styles.tick}
          x={at}
          y={bottom + (drawing.isUpright ? 8 : 18)}
          textAnchor={drawing.isUpright ? 'end' : 'middle'}
          {...(drawing.isUpright
            ? { transform: `rotate(-90 ${at} ${bottom + 8})`, dominantBaseline: 'central' }
            : {})}
        >
          {full !== undefined && <title>{full}</title>}
          {label}
        </text>
      ))}
      {yTicks.map(({ at, label, full }) => (
        <text
          key={at}
          className={lines === 'vertical' || lines === 'none' ? styles.category : styles.tick}
          x={inner.x - 8}
          y={at}
          textAnchor="end"
          dominantBaseline="central"
        >
          {full !== undefined && <title>{full}</title>}
          {label}
        </text>
      ))}
    </g>
  );
}
