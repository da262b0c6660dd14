// One record: its fields, the records it references, and those that reference it.

import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ChangeSet } from '../api/changes.ts';
import { ApiError } from '../api/errors.ts';
import type { WhyQuestion } from '../api/policy.ts';
import { addressOfRow, refetchAll, showApplied } from '../edit/editing.ts';
import { RecordForm } from '../edit/RecordForm.tsx';
import type { SeenRow } from '../edit/tray.ts';
import { useIsAllowed } from '../edit/useEditing.ts';
import { late } from '../messages/late.ts';
import type { Entity, Model } from '../model/model.ts';
import { hrefs, type Origin } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import { UnknownEntity } from '../ui/UnknownEntity.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { cellOf, type RecordCells, recordName } from '../values/records.ts';
import { LockedFields } from '../why/LockedFields.tsx';
import WhyNot from '../why/WhyNot.tsx';
import { PointedAtBy } from './PointedAtBy.tsx';
import { PointsTo } from './PointsTo.tsx';
import { RecordActions } from './RecordActions.tsx';
import { RecordFields } from './RecordFields.tsx';
import { RecordHeader } from './RecordHeader.tsx';
import styles from './RecordPage.module.css';
import { pointersOptions, recordQuery } from './recordQueries.ts';
import { pointersOf, referrersOf } from './relatives.ts';

export interface RecordPageProps {
  readonly model: Model;
  readonly name: string;
  readonly recordKey: readonly string[];
  readonly from: Origin | undefined;
}

function NotFound({ entity, recordKey }: { readonly entity: Entity; readonly recordKey: readonly string[] }) {
  return (
    <Empty
      icon={<FileQuestion aria-hidden />}
      title={late.record.notFoundTitle}
      actions={<a href={hrefs.entity(entity.name)}>{late.record.seeEntity(entity.label)}</a>}
    >
      {late.record.notFoundHint(entity.label, recordKey.join(', '))}
    </Empty>
  );
}

/** The record's address, for the question why something is hidden. */
function addressOf({ name }: Entity, key: readonly string[]): WhyQuestion {
  return { entity: name, key: `[${key.map(encodeURIComponent).join(',')}]` };
}

function Content(props: {
  readonly model: Model;
  readonly entity: Entity;
  readonly recordKey: readonly string[];
  readonly record: RecordCells;
  /** Undefined while the record is not being edited. */
  readonly editing:
    | { readonly row: SeenRow; readonly onApplied: (set: ChangeSet) => void; readonly onCancel: () => void }
    | undefined;
}) {
  const { model, entity, recordKey, record, editing } = props;
  const pointers = useQuery(pointersOptions(model, entity, recordKey, record));
  const hasPointers = pointersOf(entity, record).length > 0;
  const hasReferrers = referrersOf(entity).length > 0;
  return (
    <div className={styles.rooms} data-aside={hasPointers}>
      <section className={styles.card} aria-labelledby="record-fields">
        <h2 id="record-fields">{late.record.fields}</h2>
        {editing ? (
          <RecordForm
            model={model}
            entity={entity}
            record={editing.row}
            label={late.edit.formOf(recordName(entity, record, recordKey))}
            nameOf={(column) =>
              pointers.data?.find(({ relation: { own } }) => own.length === 1 && own[0] === column)?.name
            }
            onApplied={editing.onApplied}
            onCancel={editing.onCancel}
          />
        ) : (
          <>
            <RecordFields
              entity={entity}
              record={record}
              pointers={pointers.data}
              address={addressOf(entity, recordKey)}
            />
            <LockedFields entity={entity} />
          </>
        )}
      </section>
      {hasPointers && (
        <section className={styles.card} aria-labelledby="record-points-to">
          <h2 id="record-points-to">{late.record.pointsTo}</h2>
          {pointers.error && !pointers.data ? (
            <Failure error={pointers.error} onRetry={() => void pointers.refetch()} />
          ) : (
            <PointsTo pointers={pointers.data} />
          )}
        </section>
      )}
      {hasReferrers && (
        <section className={styles.referrers} aria-labelledby="record-pointed-at">
          <h2 id="record-pointed-at">{late.record.pointedAtBy}</h2>
          <PointedAtBy model={model} entity={entity} recordKey={recordKey} record={record} />
        </section>
      )}
    </div>
  );
}

/** The record with the values on the screen. */
function seenRow(entity: Entity, record: RecordCells): SeenRow {
  const cells = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, cellOf(record, name)]));
  return { entity: entity.name, key: cells(entity.key), seen: cells(entity.columns.map(({ name }) => name)) };
}

function Known(props: Omit<RecordPageProps, 'name'> & { readonly entity: Entity }) {
  const { model, entity, recordKey, from } = props;
  const { data: record, error, refetch } = useQuery(recordQuery(entity.name, recordKey));
  const name = recordName(entity, record, recordKey);
  const may = {
    update: useIsAllowed(entity, 'update', recordKey),
    delete: useIsAllowed(entity, 'delete', recordKey),
    insert: useIsAllowed(entity, 'insert'),
  };
  const [isEdited, setEdited] = useState<boolean>();
  const row = useMemo(() => record && seenRow(entity, record), [entity, record]);

  function onApplied(set: ChangeSet): void {
    // New records that it refers to come before it in the list.
    const own = set.changes.findLast(({ cascade }) => cascade === undefined);
    if (!own) return;
    setEdited(false);
    const key = addressOfRow(model, own.entity, own.key) ?? recordKey;
    if (own.op === 'delete') navigate(hrefs.entity(entity.name));
    else if (key.join('\n') !== recordKey.join('\n')) navigate(hrefs.record(entity.name, key), 'replace');
    void refetchAll(model, set);
    const called = recordName(entity, own.after ?? own.before ?? undefined, key);
    showApplied(model, set, late.edit.applied[own.op](called));
  }
  useTitle(name);
  if (error && !record) {
    const gone = error instanceof ApiError && error.status === 404;
    return (
      <>
        <h1 className="visually-hidden">{name}</h1>
        {gone ? (
          <>
            <NotFound entity={entity} recordKey={recordKey} />
            <WhyNot question={addressOf(entity, recordKey)} />
          </>
        ) : (
          <Failure error={error} onRetry={() => void refetch()} />
        )}
      </>
    );
  }
  return (
    <div className={styles.page}>
      <RecordHeader model={model} entity={entity} recordKey={recordKey} from={from} name={name}>
        {row && !isEdited && (
          <RecordActions
            may={may}
            model={model}
            row={row}
            name={name}
            onEdit={() => setEdited(true)}
            wasEdited={isEdited === false}
            onApplied={onApplied}
          />
        )}
      </RecordHeader>
      {record ? (
        <Content
          model={model}
          entity={entity}
          recordKey={recordKey}
          record={record}
          editing={isEdited && row ? { row, onApplied, onCancel: () => setEdited(false) } : undefined}
        />
      ) : (
        <Loading label={late.record.loading} lines={10} />
      )}
    </div>
  );
}

export default function RecordPage({ model, name, recordKey, from }: RecordPageProps) {
  const entity = model.entities.get(name);
  if (!entity) {
    return (
      <UnknownEntity name={name}>
        <WhyNot question={{ entity: name }} />
      </UnknownEntity>
    );
  }
  return <Known model={model} entity={entity} recordKey={recordKey} from={from} />;
}
