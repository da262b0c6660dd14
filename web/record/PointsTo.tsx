// The records that this one references, as links with names.

import { ArrowUpRight, Unlink } from 'lucide-react';
import { late } from '../messages/late.ts';
import { hrefs } from '../state/addresses.ts';

import { Skeleton } from '../ui/States.tsx';
import styles from './PointsTo.module.css';
import type { Pointer } from './relatives.ts';

function Body({ pointer }: { readonly pointer: Pointer }) {
  const { relation, target, name, key } = pointer;
  const entity = target?.label ?? relation.entity;
  return (
    <>
      <span className={styles.icon}>{key ? <ArrowUpRight aria-hidden /> : <Unlink aria-hidden />}</span>
      <span className={styles.name}>
        {key ? (name ?? `${entity} ${key.join(', ')}`) : late.record.missing}
      </span>
      <span className={styles.way}>
        {relation.label}
        {relation.label !== entity && ` · ${entity}`}
      </span>
    </>
  );
}

export function PointsTo({ pointers }: { readonly pointers: readonly Pointer[] | undefined }) {
  if (!pointers)
    return (
      <div className={styles.loading}>
        <Skeleton />
      </div>
    );
  return (
    <ul className={styles.list}>
      {pointers.map((pointer) => (
        <li key={`${pointer.relation.own.join()} ${pointer.relation.entity}`}>
          {pointer.key ? (
            <a className={styles.link} href={hrefs.record(pointer.relation.entity, pointer.key)}>
              <Body pointer={pointer} />
            </a>
          ) : (
            <span className={styles.link}>
              <Body pointer={pointer} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
