// The history of changes, newest first: who, when, why, which rows, and the undo button.
import { useInfiniteQuery } from '@tanstack/react-query';
import { History, Redo2, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { type ChangeSet, changes, type HistoryFilter } from '../api/changes.ts';
import { ago, list } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import { type Model, sortedEntities } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Button } from '../ui/Button.tsx';
import { focusIfLost } from '../ui/focusIfLost.ts';
import { Select } from '../ui/Select.tsx';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import { useTitle } from '../ui/useTitle.ts';
import styles from './Edit.module.css';
import { isEditable } from './editable.ts';
import { undo } from './editing.ts';
import { undoneSets } from './history.ts';
import { RowDiffs } from './RowDiff.tsx';
import { type UndoConflict, UndoConflicts } from './UndoConflicts.tsx';

/** A set with at most this many rows is shown expanded; larger ones on demand. */
const MAX_ROWS_OPEN = 3;

/** For a large set, such as an import, only the first rows are loaded. */
function tallyOf({ changes: rows, count: all }: ChangeSet): string {
  if (all !== undefined && Number(all) > rows.length) return late.edit.rowsInAll(Number(all));
  const asked = rows.filter(({ cascade }) => cascade === undefined);
  const of = (op: string) => asked.filter((row) => row.op === op).length;
  return late.edit.tally(of('update'), of('insert'), of('delete'), rows.length - asked.length);
}

function SetEntry(props: { readonly model: Model; readonly set: ChangeSet; readonly isUndone: boolean }) {
  const { model, set, isUndone } = props;
  const [busy, setBusy] = useState(false);
  const [undoConflicts, setUndoConflicts] = useState<readonly UndoConflict[]>([]);
  const entry = useRef<HTMLElement>(null);
  const isUndo = set.undoes !== undefined;
  const entities = [...new Set(set.changes.map(({ entity }) => entity))].map(
    (name) => model.entities.get(name)?.label ?? name,
  );
  async function takeBack(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setUndoConflicts([]);
    await undo(model, set, setUndoConflicts);
    setBusy(false);
    // The pressed button disappears with its set's state.
    focusIfLost(entry.current);
  }
  const act = isUndo ? late.edit.redo : late.edit.undo;
  return (
    <article
      ref={entry}
      tabIndex={-1}
      className={styles.set}
      data-undone={isUndone}
      aria-labelledby={`set-${set.id}`}
    >
      <header>
        <div>
          <h2 id={`set-${set.id}`}>{set.note ?? (isUndo ? late.edit.undoOf : tallyOf(set))}</h2>
          <p id={`set-${set.id}-about`} className={styles.faint}>
            {set.user ?? late.edit.somebody} ·{' '}
            <time dateTime={set.at} title={new Date(set.at).toLocaleString()}>
              {ago(Date.parse(set.at), Date.now())}
            </time>
            {' · '}
            {set.note !== null || isUndo ? `${tallyOf(set)} · ` : ''}
            {list(entities)}
            {isUndone && <span className={styles.badge}>{late.edit.isUndone}</span>}
            {set.state !== 'done' && <span className={styles.badge}>{late.edit.states[set.state]}</span>}
          </p>
        </div>
        {set.state === 'done' && !isUndone && (
          <Button
            small
            icon={isUndo ? <Redo2 aria-hidden /> : <Undo2 aria-hidden />}
            aria-disabled={busy}
            // Many sets have the same name, such as "1 row changed".
            aria-describedby={`set-${set.id} set-${set.id}-about`}
            onClick={() => void takeBack()}
          >
            {act}
          </Button>
        )}
      </header>
      {undoConflicts.length > 0 && <UndoConflicts model={model} conflicts={undoConflicts} />}
      <details open={set.changes.length <= MAX_ROWS_OPEN}>
        <summary>{late.edit.showRows}</summary>
        {set.count !== undefined && Number(set.count) > set.changes.length && (
          <p className={styles.faint}>{late.edit.firstRows(set.changes.length)}</p>
        )}
        <RowDiffs model={model} changes={set.changes} linked={!isUndone} />
      </details>
    </article>
  );
}

/** The filters of the list: entity, record (when the user came from one), user. */
function Filters(props: {
  readonly model: Model;
  readonly of: HistoryFilter;
  readonly users: readonly string[];
}) {
  const { model, of } = props;
  const { entity, key, user } = of;
  const users = [...new Set([...props.users, ...(user === undefined ? [] : [user])])];
  return (
    <div className={styles.filters}>
      <Select
        label={late.edit.ofEntity}
        value={entity ?? ''}
        options={[
          { value: '', label: late.edit.allEntities },
          ...sortedEntities(model)
            .filter(isEditable)
            .map(({ name, label }) => ({ value: name, label })),
        ]}
        onValue={(next) => navigate(hrefs.history(next === '' ? undefined : next, [], user))}
      />
      {(users.length > 1 || user !== undefined) && (
        <Select
          label={late.edit.byUser}
          value={user ?? ''}
          options={[
            { value: '', label: late.edit.everybody },
            ...users.map((name) => ({ value: name, label: name })),
          ]}
          onValue={(next) => navigate(hrefs.history(entity, key, next === '' ? undefined : next))}
        />
      )}
      {entity !== undefined && key.length > 0 && (
        <a className={styles.crumb} href={hrefs.record(entity, key)}>
          {late.edit.theRecord(key.join(', '))}
        </a>
      )}
    </div>
  );
}

export default function HistoryPage(props: { readonly model: Model; readonly of: HistoryFilter }) {
  const { model, of } = props;
  const { entity, key, user } = of;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['changes', entity, key, user],
    queryFn: ({ pageParam, signal }) => changes.list(of, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  const label = entity === undefined ? undefined : (model.entities.get(entity)?.label ?? entity);
  const title = label === undefined ? late.edit.history : late.edit.historyOf([label, ...key].join(' '));
  useTitle(title);
  const sets = data?.pages.flatMap((page) => page.sets) ?? [];
  const undone = undoneSets(sets);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {entity !== undefined && (
          <a className={styles.crumb} href={hrefs.history()}>
            <History aria-hidden />
            {late.edit.allHistory}
          </a>
        )}
        <h1>{title}</h1>
        <p className={styles.faint}>{late.edit.historyNote}</p>
        <Filters model={model} of={of} users={sets.flatMap((set) => set.user ?? [])} />
      </header>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={8} />
      ) : sets.length === 0 ? (
        <Empty icon={<History aria-hidden />} title={late.edit.noHistory}>
          {late.edit.noHistoryHint}
        </Empty>
      ) : (
        <div className={styles.sets}>
          {sets.map((set) => (
            <SetEntry key={set.id} model={model} set={set} isUndone={undone.has(set.id)} />
          ))}
          {hasNextPage && (
            <Button aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {late.edit.more}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
