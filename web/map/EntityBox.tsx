// One entity of the drawing: its name, its key columns, and a button to add it.
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { KeyRound, Link2, Plus } from 'lucide-react';
import { memo } from 'react';
import { useSize } from '../answers/useSize.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Column, Entity } from '../model/model.ts';
import { classNames } from '../ui/classNames.ts';
import type { QueryDistance } from './actions.ts';
import styles from './EntityBox.module.css';
import { columnTop, mainColumns } from './placement.ts';

export type EntityNodeType = Node<
  {
    readonly entity: Entity;
    /** The columns where edges start: the first column of each foreign key. */
    readonly starts: readonly string[];
    readonly standing: QueryDistance;
    readonly chosen: boolean;
    readonly compact: boolean;
    /** Parents are above, not to the left. */
    readonly down: boolean;
    readonly onChoose: () => void;
    /** Adds the entity at once, if there is only one way to do so. */
    readonly onAdd: (() => void) | undefined;
  },
  'entity'
>;

function ColumnLine({ column }: { readonly column: Column }) {
  return (
    <li>
      <span className={styles.sign}>
        {column.inKey ? <KeyRound aria-hidden /> : column.pointsTo ? <Link2 aria-hidden /> : null}
      </span>
      <span className={styles.column}>{column.label}</span>
    </li>
  );
}

export const EntityBox = memo(function EntityBox({ data }: NodeProps<EntityNodeType>) {
  const { entity, standing, chosen, compact, down } = data;
  const size = useSize(entity);
  const columns = mainColumns(entity);
  const more = entity.columns.length - columns.length;
  return (
    <div
      className={classNames(
        styles.node,
        styles[standing],
        chosen && styles.chosen,
        compact && styles.compact,
      )}
    >
      <Handle
        type="target"
        position={down ? Position.Bottom : Position.Right}
        isConnectable={false}
        className={styles.handle}
        style={down ? { top: 'auto' } : {}}
      />
      {data.starts.map((column) => (
        <Handle
          key={column}
          id={column}
          type="source"
          position={down ? Position.Top : Position.Left}
          isConnectable={false}
          className={styles.handle}
          style={{ top: down ? 0 : columnTop(entity, column, compact) }}
        />
      ))}
      <header className={styles.head}>
        <button
          type="button"
          className={classNames(styles.name, 'nodrag', 'nopan')}
          title={late.map.select(entity.label)}
          aria-pressed={chosen}
          onClick={data.onChoose}
        >
          <strong>{entity.label}</strong>
          {size && (
            <span className={styles.rows}>
              {size.isCounted ? t.common.rows(size.rows) : late.map.rows(size.rows)}
            </span>
          )}
        </button>
        {standing === 'near' && (
          <button
            type="button"
            className={classNames(styles.add, 'nodrag', 'nopan')}
            aria-label={late.map.addEntity(entity.label)}
            title={late.map.addEntity(entity.label)}
            onClick={data.onAdd ?? data.onChoose}
          >
            <Plus aria-hidden />
          </button>
        )}
      </header>
      {!compact && (
        <ul className={styles.columns}>
          {columns.map((column) => (
            <ColumnLine key={column.name} column={column} />
          ))}
          {more > 0 && <li className={styles.more}>{late.map.moreFields(more)}</li>}
        </ul>
      )}
    </div>
  );
});
