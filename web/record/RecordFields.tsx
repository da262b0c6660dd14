// The fields of a record, one below the other; foreign keys show the referenced record's name.

import { KeyRound } from 'lucide-react';
import type { WhyQuestion } from '../api/policy.ts';
import type { Column, Entity } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';

import { classNames } from '../ui/classNames.ts';
import { cellOf, type RecordCells } from '../values/records.ts';
import { WhyEmpty } from '../why/WhyEmpty.tsx';
import { FieldValue } from './FieldValue.tsx';
import styles from './RecordFields.module.css';
import type { Pointer } from './relatives.ts';

function Target({ pointer }: { readonly pointer: Pointer | undefined }) {
  if (!pointer?.key || pointer.name === undefined) return null;
  return <a href={hrefs.record(pointer.relation.entity, pointer.key)}>{pointer.name}</a>;
}

function Row(props: {
  readonly column: Column;
  readonly record: RecordCells;
  readonly pointer: Pointer | undefined;
  readonly address: WhyQuestion | undefined;
}) {
  const { column, record, pointer, address } = props;
  return (
    <div className={styles.row}>
      <dt title={`${column.name} · ${column.nativeType}`}>
        {column.label}
        {column.inKey && <KeyRound aria-hidden />}
      </dt>
      <dd>
        <FieldValue value={cellOf(record, column.name)} column={column} />
        {address && cellOf(record, column.name) === null && (
          <WhyEmpty question={{ ...address, column: column.name }} />
        )}
        <Target pointer={pointer} />
        {column.comment && <p className={styles.comment}>{column.comment}</p>}
      </dd>
    </div>
  );
}

export function RecordFields(props: {
  readonly entity: Entity;
  readonly record: RecordCells;
  readonly pointers: readonly Pointer[] | undefined;
  readonly compact?: boolean;
  /** The record, if an admin may ask why one of its values is empty. */
  readonly address?: WhyQuestion;
}) {
  const { entity, record, pointers, address } = props;
  return (
    <dl className={classNames(styles.fields, props.compact && styles.compact)}>
      {entity.columns.map((column) => (
        <Row
          key={column.name}
          column={column}
          record={record}
          address={address}
          pointer={pointers?.find(
            ({ relation }) => relation.own.length === 1 && relation.own[0] === column.name,
          )}
        />
      ))}
    </dl>
  );
}
