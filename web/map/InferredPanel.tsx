// Inferred relations between files, each with its evidence, to be confirmed or rejected.
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import type { InferredRelation } from '../api/inferred.ts';
import { list } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { describeFailure } from '../ui/failures.ts';
import styles from './InferredPanel.module.css';
import { decide } from './inferred.ts';

const states = ['proposed', 'confirmed', 'inferred', 'rejected'] as const;

function Item(props: {
  readonly relation: InferredRelation;
  readonly model: Model;
  readonly onAnnounce: (text: string) => void;
}) {
  const { relation, model } = props;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const entity = model.entities.get(relation.entity);
  const target = model.entities.get(relation.references.entity);
  const column = list(relation.columns.map((name) => entity?.column.get(name)?.label ?? name));
  const what = late.inferred.pointsTo(
    entity?.label ?? relation.entity,
    column,
    target?.label ?? relation.references.entity,
  );
  const decideRelation = async (state: 'confirmed' | 'rejected') => {
    setBusy(true);
    setFailure(undefined);
    try {
      await decide(relation.id, state);
      props.onAnnounce(late.inferred.said[state](what));
    } catch (error) {
      setFailure(describeFailure(error).detail);
    }
    setBusy(false);
  };
  return (
    <li className={styles.item}>
      <p>{what}</p>
      <p className={styles.evidence}>
        {relation.suspended === undefined
          ? late.inferred.evidence(relation.evidence)
          : late.inferred.suspended[relation.suspended](target?.label ?? relation.references.entity)}
      </p>
      <div className={styles.acts}>
        {relation.state !== 'confirmed' && (
          <Button
            small
            variant={relation.state === 'proposed' ? 'main' : 'plain'}
            disabled={isBusy}
            aria-label={late.inferred.confirmOne(what)}
            icon={<Check aria-hidden />}
            onClick={() => void decideRelation('confirmed')}
          >
            {late.inferred.confirm}
          </Button>
        )}
        {relation.state !== 'rejected' && (
          <Button
            small
            disabled={isBusy}
            aria-label={late.inferred.rejectOne(what)}
            icon={<X aria-hidden />}
            onClick={() => void decideRelation('rejected')}
          >
            {late.inferred.reject}
          </Button>
        )}
      </div>
      {failure !== undefined && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </li>
  );
}

export function InferredPanel(props: {
  readonly relations: readonly InferredRelation[];
  readonly model: Model;
  readonly onAnnounce: (text: string) => void;
  readonly onClose: () => void;
}) {
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2>{late.inferred.title}</h2>
        <IconButton small label={t.common.close} onClick={props.onClose}>
          <X aria-hidden />
        </IconButton>
      </header>
      <p className={styles.evidence}>{late.inferred.hint}</p>
      {states.map((state) => {
        const shown = props.relations.filter((relation) => relation.state === state);
        if (shown.length === 0) return null;
        return (
          <section key={state} className={styles.part}>
            <h3>{late.inferred.groups[state]}</h3>
            <ul className={styles.items}>
              {shown.map((relation) => (
                <Item
                  key={relation.id}
                  relation={relation}
                  model={props.model}
                  onAnnounce={props.onAnnounce}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
