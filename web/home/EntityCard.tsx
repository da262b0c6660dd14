// One entity on the home page: its name, its size, how it is connected, and what is in it.

import { useQuery } from '@tanstack/react-query';
import { Table2, View } from 'lucide-react';
import { countQuery, samplesQuery } from '../answers/queries.ts';
import { t } from '../messages/index.ts';
import type { Entity } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';

import { useInView } from '../ui/useInView.ts';
import styles from './EntityCard.module.css';

/** The engine's estimate first, or an exact count if that is cheap; a view may be costly to count. */
function useRowCount(entity: Entity, seen: boolean, sampled: number | undefined): string | undefined {
  const unknown = entity.rowEstimate === null && entity.kind === 'table';
  const { data: counted } = useQuery({ ...countQuery(entity), enabled: unknown && seen });
  const exact = sampled ?? counted;
  if (exact !== undefined) return t.common.rows(exact);
  return entity.rowEstimate === null ? undefined : t.common.aboutRows(entity.rowEstimate);
}

const MAX_ROWS_TO_COUNT = 100_000;

/** Sampling is expensive for views, and for large tables without a key to read them by. */
function isCheap({ kind, key, columns, rowEstimate }: Entity): boolean {
  return (
    kind === 'table' &&
    (key.length < columns.length || (rowEstimate ?? MAX_ROWS_TO_COUNT) < MAX_ROWS_TO_COUNT)
  );
}

export function EntityCard(props: { readonly entity: Entity; readonly note?: string | undefined }) {
  const { entity, note } = props;
  const [card, seen] = useInView<HTMLLIElement>();
  const { data: samples } = useQuery({ ...samplesQuery(entity), enabled: seen && isCheap(entity) });
  const rows = useRowCount(entity, seen, samples?.total);
  const Icon = entity.kind === 'view' ? View : Table2;
  return (
    <li ref={card} className={styles.item}>
      <a className={styles.card} href={hrefs.entity(entity.name)} title={entity.name}>
        <span className={styles.icon}>
          <Icon aria-hidden />
        </span>
        <span className={styles.name}>{entity.label}</span>
        <span className={styles.facts}>
          {entity.kind === 'view' && <span>{t.common.view}</span>}
          {rows !== undefined && <span>{rows}</span>}
          <span>{t.common.columns(entity.columns.length)}</span>
          {entity.relations.length > 0 && <span>{t.common.relations(entity.relations.length)}</span>}
        </span>
        <span className={styles.note}>{note ?? entity.comment ?? samples?.names.join(' · ')}</span>
      </a>
    </li>
  );
}
