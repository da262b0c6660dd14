// A tile's frame: its heading and, while arranging, handles to move, resize and remove it.
import { Move, Pencil, Scaling, X } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import type { Tile, TileKind } from '../../src/contract/dashboards.ts';
import { late } from '../messages/late.ts';
import { IconButton } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { Select } from '../ui/Select.tsx';
import styles from './Tile.module.css';

export type Step = 'move' | 'resize';

export interface TileFrameProps {
  readonly tile: Tile;
  readonly title: string;
  readonly href: string | undefined;
  readonly isArranged: boolean;
  readonly onStep: (step: Step, dx: number, dy: number) => void;
  readonly onRemove: () => void;
  readonly onKind: (kind: Exclude<TileKind, 'text'>) => void;
  readonly onText: () => void;
  readonly children: ReactNode;
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const queryKinds = ['table', 'chart', 'number'] as const;

/** The tile's grid position, as custom properties that the style sheet ignores on a phone. */
function placeOf({ x, y, w, h }: Tile): CSSProperties {
  const place = { '--x': x + 1, '--y': y + 1, '--w': w, '--h': h };
  // React's style type lacks custom properties.
  return place as CSSProperties;
}

export function TileFrame(props: TileFrameProps) {
  const { tile, title, isArranged } = props;
  const name = late.dashboards.tile(title, late.dashboards.kinds[tile.kind]);

  const isScrolled = !isArranged && (tile.kind === 'table' || tile.kind === 'text');

  function onKeyDown(event: KeyboardEvent): void {
    if (!isArranged || event.target !== event.currentTarget) return;
    const arrow = arrows[event.key];
    if (arrow) {
      event.preventDefault();
      props.onStep(event.shiftKey ? 'resize' : 'move', ...arrow);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      props.onRemove();
    } else if (event.key === 'Enter' && tile.kind === 'text') {
      event.preventDefault();
      props.onText();
    }
  }
  return (
    <section
      className={classNames(styles.tile, isArranged && styles.arranged)}
      style={placeOf(tile)}
      data-kind={tile.kind}
      aria-label={name}
      aria-describedby={isArranged ? 'arrange-hint' : undefined}
      tabIndex={isArranged ? 0 : undefined}
      onKeyDown={onKeyDown}
    >
      {(isArranged || tile.kind !== 'text') && (
        <div className={styles.head}>
          {isArranged && (
            <Handle
              label={late.dashboards.move(title)}
              icon={<Move aria-hidden />}
              onStep={(dx, dy) => props.onStep('move', dx, dy)}
            />
          )}
          <h2>{props.href && !isArranged ? <a href={props.href}>{title}</a> : title}</h2>
          {isArranged && tile.kind !== 'text' && (
            <Select
              label={`${late.dashboards.kind}: ${title}`}
              value={tile.kind}
              options={queryKinds.map((value) => ({ value, label: late.dashboards.kinds[value] }))}
              onValue={props.onKind}
            />
          )}
          {isArranged && (
            <>
              <IconButton small label={late.dashboards.editText(title)} onClick={props.onText}>
                <Pencil aria-hidden />
              </IconButton>
              <IconButton small label={late.dashboards.removeTile(title)} onClick={props.onRemove}>
                <X aria-hidden />
              </IconButton>
            </>
          )}
        </div>
      )}
      {/* Focusable, so that overflowing content can be scrolled by keyboard. */}
      <div className={styles.body} inert={isArranged} tabIndex={isScrolled ? 0 : undefined}>
        {props.children}
      </div>
      {isArranged && (
        <Handle
          corner
          label={late.dashboards.resize(title)}
          icon={<Scaling aria-hidden />}
          onStep={(dx, dy) => props.onStep('resize', dx, dy)}
        />
      )}
    </section>
  );
}

/** Dragged by pointer in steps of one cell. Keyboard users move the focused tile itself. */
function Handle(props: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly corner?: boolean;
  readonly onStep: (dx: number, dy: number) => void;
}) {
  const from = useRef<{ x: number; y: number; cell: { width: number; height: number } }>(undefined);

  function start(event: PointerEvent<HTMLButtonElement>): void {
    const grid = event.currentTarget.closest(`.${styles.grid}`);
    if (!grid || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { columnGap, gridAutoRows, gridTemplateColumns } = getComputedStyle(grid);
    const gap = Number.parseFloat(columnGap) || 0;
    const column = Number.parseFloat(gridTemplateColumns);
    const cell = { width: column + gap, height: Number.parseFloat(gridAutoRows) + gap };
    from.current = { x: event.clientX, y: event.clientY, cell };
  }
  function move(event: PointerEvent): void {
    const start = from.current;
    if (!start) return;
    const dx = Math.round((event.clientX - start.x) / start.cell.width);
    const dy = Math.round((event.clientY - start.y) / start.cell.height);
    if (dx === 0 && dy === 0) return;
    from.current = { ...start, x: start.x + dx * start.cell.width, y: start.y + dy * start.cell.height };
    props.onStep(dx, dy);
  }
  const end = () => {
    from.current = undefined;
  };
  return (
    <button
      type="button"
      className={classNames(styles.handle, props.corner && styles.corner)}
      aria-label={props.label}
      title={props.label}
      tabIndex={-1}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      {props.icon}
    </button>
  );
}
