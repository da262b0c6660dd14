// One entity on the home page: its name, its size, how it is connected.
import { Link2, Rows3, Table2, View } from 'lucide-react';
import { roughly } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import type { Entity } from '../model/model.ts';
import { hrefs } from '../router.ts';
import styles from './EntityCard.module.css';

export function EntityCard({
  entity,
  note,
}: {
  readonly entity: Entity;
  readonly note?: string | undefined;
}) {
  const Icon = entity.kind === 'view' ? View : Table2;
  return (
    <li className={styles.item}>
      <a className={styles.card} href={hrefs.entity(entity.name)} title={entity.name}>
        <span className={styles.icon}>
          <Icon aria-hidden />
        </span>
        <span className={styles.name}>{entity.label}</span>
        <span className={styles.facts}>
          {entity.kind === 'view' && <span>{t.common.view}</span>}
          {entity.rowEstimate !== null && (
            <span>
              <Rows3 aria-hidden />
              {t.common.about(roughly(entity.rowEstimate))}
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
        {(note ?? entity.comment) && <span className={styles.note}>{note ?? entity.comment}</span>}
      </a>
    </li>
  );
}
