// The tree of fields: one tab stop; arrow keys move, expand and collapse, Space chooses.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { late } from '../messages/late.ts';
import { addField } from '../query/edits.ts';
import { useOpenOne } from '../ui/useOpenOne.ts';
import { useWorkbench } from '../workbench/context.ts';
import { displayChoices, dropField } from './choose.ts';
import styles from './FieldTree.module.css';
import { FieldTreeRow } from './FieldTreeRow.tsx';
import { parentIndex, type TreeRow } from './tree.ts';

const ROW_HEIGHT = 28;
const ROWS_SHOWN = 13;

/** Commands from the search box above the tree. */
export interface FieldTreeHandle {
  readonly enter: () => void;
  readonly chooseFirst: () => void;
}

export function FieldTree(props: {
  readonly ref: Ref<FieldTreeHandle>;
  readonly rows: readonly TreeRow[];
  readonly onOpen: (key: string, open: boolean) => void;
}) {
  const { rows, onOpen } = props;
  const { doc, model, edit } = useWorkbench();
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const [activeKey, setActiveKey] = useState<string>();
  const asking = useOpenOne();
  const active = Math.max(
    0,
    rows.findIndex(({ key }) => key === activeKey),
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    initialRect: { width: 300, height: ROW_HEIGHT * ROWS_SHOWN },
  });

  function go(index: number): void {
    const next = Math.max(0, Math.min(index, rows.length - 1));
    setActiveKey(rows[next]?.key);
    virtual.scrollToIndex(next);
  }

  function choose(row: TreeRow): void {
    if (row.kind !== 'field') onOpen(row.key, !row.open);
    else if (row.chosen) edit((before) => dropField(before, model, row.path));
    else if (displayChoices(doc, model, row.path)) asking.show(row.key);
    else edit((before) => addField(before, model, row.path));
  }

  useImperativeHandle(props.ref, () => ({
    enter: () => scroller.current?.focus(),
    chooseFirst: () => rows[0] && choose(rows[0]),
  }));

  function onKeyDown(event: KeyboardEvent): void {
    const row = rows[active];
    if (!row || event.target !== scroller.current) return;
    const open = row.kind !== 'field' && row.open;
    const acts: Partial<Record<string, () => void>> = {
      arrowdown: () => go(active + 1),
      arrowup: () => go(active - 1),
      home: () => go(0),
      end: () => go(rows.length - 1),
      arrowright: () => (row.kind !== 'field' && !open ? onOpen(row.key, true) : go(active + 1)),
      arrowleft: () => (open ? onOpen(row.key, false) : go(parentIndex(rows, active))),
      enter: () => choose(row),
      ' ': () => choose(row),
    };
    const opensMenu = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');
    const act = opensMenu ? () => asking.show(row.key) : acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    <div
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label={late.rail.treeLabel}
      aria-multiselectable
      aria-activedescendant={`${id}-${active}`}
      className={styles.tree}
      style={{ blockSize: Math.min(rows.length, ROWS_SHOWN) * ROW_HEIGHT + 10 }}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.rows} style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <FieldTreeRow
              key={row.key}
              id={`${id}-${index}`}
              row={row}
              top={start}
              active={index === active}
              position={{ index, count: rows.length }}
              ways={
                asking.open === row.key && row.kind === 'field'
                  ? displayChoices(doc, model, row.path)
                  : undefined
              }
              asked={asking.open === row.key}
              onAsked={(open) => {
                if (open) asking.show(row.key);
                else if (asking.hide(row.key)) scroller.current?.focus({ preventScroll: true });
              }}
              onPress={() => {
                setActiveKey(row.key);
                choose(row);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}
