// One entity on the home page: its name, its size, how it is connected, and what is in it.
import { useQuery } from '@tanstack/react-query';
import { Link2, Rows3, Table2, View } from 'lucide-react';
import { countQuery, samplesQuery } from '../api/queries.ts';
import { count, roughly } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import type { Entity } from '../model/model.ts';
import { hrefs } from '../router.ts';
import { useSeen } from '../ui/useSeen.ts';
import styles from './EntityCard.module.css';

/** The engine's guess, else the truth once the card has been seen; a view may be costly to count. */
function useRowCount(entity: Entity, seen: boolean): string | undefined {
  const unknown = entity.rowEstimate === null && entity.kind === 'table';
  const { data } = useQuery({ ...countQuery(entity), enabled: unknown && seen });
  if (entity.rowEstimate !== null) return t.common.about(roughly(entity.rowEstimate));
  return data === undefined ? undefined : count(data);
}

const FEW_ROWS = 100_000;

/** A view may be costly to look into, and so is a large table that no key keeps in order. */
function isCheap({ kind, key, columns, rowEstimate }: Entity): boolean {
  return kind === 'table' && (key.length < columns.length || (rowEstimate ?? FEW_ROWS) < FEW_ROWS);
}

function useSamples(entity: Entity, seen: boolean): string | undefined {
  const { data } = useQuery({ ...samplesQuery(entity), enabled: seen && isCheap(entity) });
  return data && data.length > 0 ? data.join(' · ') : undefined;
}

export function EntityCard(props: { readonly entity: Entity; readonly note?: string | undefined }) {
  const { entity, note } = props;
  const [card, seen] = useSeen<HTMLLIElement>();
  const rows = useRowCount(entity, seen);
  const samples = useSamples(entity, seen);
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
          {rows !== undefined && (
            <span>
              <Rows3 aria-hidden />
              {rows}
            </span>
          )}
          <span>{t.common.columns(entity.columns.length)}</span>
          {entity.relations.length > 0 && (
            <span>
              <Link2 aria-hidden />
              {t.common.relations(entity.relations.length)}
            </span>
          )}
        </span>
        <span className={styles.note}>{note ?? entity.comment ?? samples}</span>
      </a>
    </li>
  );
}
