// The map as a list: all its entities, with the same details and actions.
import { ChevronRight } from 'lucide-react';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import type { MapActions } from './actions.ts';
import { EntityPanel } from './EntityPanel.tsx';
import type { MapGraph } from './graph.ts';
import styles from './MapList.module.css';

export function MapList(props: {
  readonly graph: MapGraph;
  readonly model: Model;
  readonly actions: MapActions;
  readonly chosen: string | undefined;
}) {
  const { graph, model, actions, chosen } = props;
  return (
    <ul className={styles.list} aria-label={late.map.title}>
      {graph.entities.map((entity) => {
        const open = chosen === entity.name;
        const distance = actions.distanceOf(entity.name);
        return (
          <li key={entity.name} className={styles.item}>
            <h2>
              <button
                type="button"
                className={styles.head}
                aria-expanded={open}
                onClick={() => actions.choose(open ? undefined : entity.name)}
              >
                <ChevronRight aria-hidden />
                <span className={styles.name}>{entity.label}</span>
                {distance !== 'far' && (
                  <span className={styles.badge} data-standing={distance}>
                    {distance === 'in' ? late.map.inQuery : late.map.near}
                  </span>
                )}
                <span className={styles.links}>{t.common.relations(entity.relations.length)}</span>
              </button>
            </h2>
            {open && (
              <div className={styles.details}>
                <EntityPanel entity={entity} model={model} actions={actions} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
