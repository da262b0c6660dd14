// A record in a side panel: enough to recognize it, and a link to all of it.

import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Entity, Model } from '../model/model.ts';
import { hrefs, type Origin } from '../state/addresses.ts';

import { IconButton, IconLink } from '../ui/Button.tsx';
import { Failure, Loading } from '../ui/States.tsx';
import { recordName } from '../values/records.ts';
import { RecordFields } from './RecordFields.tsx';
import styles from './RecordPeek.module.css';
import { pointersOptions, recordQuery } from './recordQueries.ts';

interface PeekProps {
  readonly model: Model;
  readonly entity: Entity;
  readonly recordKey: readonly string[];
  /** The result row that it was opened from, which "open record" passes on. */
  readonly from?: Origin | undefined;
  readonly onClose: () => void;
}

export default function RecordPeek({ model, entity, recordKey, from, onClose }: PeekProps) {
  const { data: record, error, refetch } = useQuery(recordQuery(entity.name, recordKey));
  const pointers = useQuery(pointersOptions(model, entity, recordKey, record));
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const name = recordName(entity, record, recordKey);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <aside
      className={styles.panel}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={styles.header}>
        <div className={styles.title}>
          <p>{entity.label}</p>
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {name}
          </h2>
        </div>
        <IconLink label={late.record.open} href={hrefs.record(entity.name, recordKey, from)}>
          <ArrowUpRight aria-hidden />
        </IconLink>
        <IconButton label={t.common.close} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </header>
      <div className={styles.body}>
        {error && !record ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : record ? (
          <RecordFields entity={entity} record={record} pointers={pointers.data} compact />
        ) : (
          <Loading label={late.record.loading} lines={8} />
        )}
      </div>
    </aside>
  );
}
