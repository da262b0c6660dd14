// One row of the tree of fields.
import { ArrowRight, Check, ChevronRight, Ellipsis, Hash, Rows3, Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { late } from '../messages/late.ts';
import { classNames } from '../ui/classNames.ts';
import { Menu, MenuItem, MenuLabel } from '../ui/Menu.tsx';
import { TypeIcon } from '../ui/TypeIcon.tsx';
import { useWorkbench } from '../workbench/context.ts';
import {
  aboutReference,
  countOfRelated,
  type DisplayChoice,
  filterOnCount,
  relatedChoices,
} from './choose.ts';
import styles from './FieldTree.module.css';
import type { RelationRow, TreeRow } from './tree.ts';

/** The most common question about related records, as one click. */
function CountButton({ count }: { readonly count: DisplayChoice }) {
  const { edit } = useWorkbench();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.count}
      aria-label={count.label}
      title={count.label}
      onClick={(event) => {
        event.stopPropagation();
        edit(count.edit);
      }}
    >
      <Hash aria-hidden />
    </button>
  );
}

/** Other questions about related records. */
function RelatedMenu(props: {
  readonly row: RelationRow;
  readonly hows: readonly DisplayChoice[];
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}) {
  const { row, hows, open } = props;
  const { doc, model, edit, setDraft } = useWorkbench();
  const counted = open ? filterOnCount(doc, model, row.path) : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a press of the menu from the row
    <span onClick={(event) => event.stopPropagation()}>
      <Menu
        open={open}
        onOpenChange={props.onOpen}
        trigger={
          <button
            type="button"
            tabIndex={-1}
            className={styles.count}
            aria-label={late.rail.relatedMenu(row.relation.label)}
            title={late.rail.relatedMenu(row.relation.label)}
          >
            <Ellipsis aria-hidden />
          </button>
        }
      >
        {hows.map((how) => (
          <MenuItem key={how.id} onSelect={() => (how.draft ? setDraft(how.draft) : edit(how.edit))}>
            {how.label}
          </MenuItem>
        ))}
        {counted && (
          <MenuItem onSelect={() => setDraft(counted)}>{late.rail.hasMore(row.relation.label)}</MenuItem>
        )}
      </Menu>
    </span>
  );
}

/** The name for screen readers, without the row's buttons. */
function nameOf(row: TreeRow): string | undefined {
  if (row.kind !== 'relation') return undefined;
  const { label, type } = row.relation;
  return [label, row.chosen || '', type === 'one2many' ? late.rail.toMany : ''].filter(Boolean).join(' ');
}

function Content(props: {
  readonly row: TreeRow;
  readonly count: DisplayChoice | undefined;
  readonly asked: boolean;
  readonly onAsked: (open: boolean) => void;
}): ReactNode {
  const { row, count, asked, onAsked } = props;
  const { doc, model } = useWorkbench();
  switch (row.kind) {
    case 'root':
      return (
        <>
          <ChevronRight aria-hidden className={classNames(styles.arrow, row.open && styles.open)} />
          <Table2 aria-hidden className={styles.icon} />
          <span className={styles.rootName}>{row.label}</span>
        </>
      );
    case 'relation': {
      const many = row.relation.type === 'one2many';
      const referred = many ? [] : aboutReference(doc, model, row.path);
      const hows = many && asked ? relatedChoices(doc, model, row.path) : referred;
      return (
        <>
          <ChevronRight aria-hidden className={classNames(styles.arrow, row.open && styles.open)} />
          {many ? (
            <Rows3 aria-hidden className={styles.icon} />
          ) : (
            <ArrowRight aria-hidden className={styles.icon} />
          )}
          <span className={styles.name}>{row.relation.label}</span>{' '}
          {row.chosen > 0 && <span className={styles.badge}>{row.chosen}</span>}{' '}
          {many && <span className={styles.many}>{late.rail.toMany}</span>}
          {count && <CountButton count={count} />}
          {(many || hows.length > 0) && <RelatedMenu row={row} hows={hows} open={asked} onOpen={onAsked} />}
        </>
      );
    }
    case 'field':
      return (
        <>
          <span className={classNames(styles.box, row.chosen && styles.checked)}>
            {row.chosen && <Check aria-hidden />}
          </span>
          <TypeIcon type={row.column.type} pointsTo={row.column.pointsTo !== undefined} />
          <span className={styles.name}>
            {'way' in row && Array.isArray(row.way) && row.way.length > 0 && (
              <span className={styles.way}>{row.way.join(' › ')} › </span>
            )}
            {row.column.label}
          </span>
        </>
      );
  }
}

function titleOf(row: TreeRow): string {
  if (row.kind === 'root') return row.label;
  if (row.kind === 'relation') return `${row.relation.entity} (${row.relation.own.join(', ')})`;
  const { name, nativeType, comment } = row.column;
  return [`${name} · ${nativeType}`, comment].filter(Boolean).join('\n');
}

export function FieldTreeRow(props: {
  readonly id: string;
  readonly row: TreeRow;
  readonly top: number;
  readonly active: boolean;
  readonly position: { readonly index: number; readonly count: number };
  /** The ways to show the field, while the person is choosing one. */
  readonly ways: readonly DisplayChoice[] | undefined;
  /** The row's menu is open. */
  readonly asked: boolean;
  readonly onAsked: (open: boolean) => void;
  readonly onPress: () => void;
}) {
  const { row, ways } = props;
  const { doc, model, edit } = useWorkbench();
  const count = row.kind === 'relation' ? countOfRelated(doc, model, row.path) : undefined;
  const state = row.kind === 'field' ? { 'aria-checked': row.chosen } : { 'aria-expanded': row.open };
  return (
    <div
      id={props.id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-setsize={props.position.count}
      aria-posinset={props.position.index + 1}
      aria-selected={props.active}
      {...state}
      aria-label={nameOf(row)}
      title={titleOf(row)}
      className={classNames(styles.row, props.active && styles.active)}
      style={{
        transform: `translateY(${props.top}px)`,
        paddingInlineStart: `${0.375 + row.depth * 0.875}rem`,
      }}
      onClick={props.onPress}
    >
      <Content row={row} count={count} asked={props.asked} onAsked={props.onAsked} />
      {row.kind === 'field' && ways && (
        <Menu
          open
          align="start"
          onOpenChange={props.onAsked}
          trigger={
            <button
              type="button"
              tabIndex={-1}
              className={styles.anchor}
              aria-label={late.rail.chooseHow(row.column.label)}
            />
          }
        >
          <MenuLabel>{late.rail.chooseHow(row.column.label)}</MenuLabel>
          {ways.map((how) => (
            <MenuItem key={how.id} hint={how.hint} onSelect={() => edit(how.edit)}>
              {how.label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}
