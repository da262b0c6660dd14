// The last screen of an import: the summary, and undo.
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../answers/queries.ts';
import { changes } from '../api/changes.ts';
import { count } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import type { Entity, Model } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';
import { randomId } from '../state/randomId.ts';
import { Button } from '../ui/Button.tsx';
import { describeFailure } from '../ui/failures.ts';
import { Notice } from '../ui/Notice.tsx';
import styles from './Import.module.css';
import type { Next, StepOf } from './steps.ts';

type Undoing = 'no' | 'under way' | 'undone';

export function DoneStep(props: {
  readonly model: Model;
  readonly entity: Entity;
  readonly step: StepOf<'done'>;
  readonly onNext: Next;
}) {
  const { entity, step, onNext } = props;
  const { change_set: id, inserted, updated, unchanged } = step.done;
  const [undoing, setUndoing] = useState<Undoing>('no');
  const [failure, setFailure] = useState<unknown>();

  async function undo(): Promise<void> {
    if (id === null || undoing === 'under way') return;
    setUndoing('under way');
    try {
      await changes.undo(id, randomId());
      setUndoing('undone');
      setFailure(undefined);
      await queryClient.invalidateQueries();
    } catch (error) {
      setUndoing('no');
      setFailure(error);
    }
  }

  return (
    <>
      {failure !== undefined && <Notice>{describeFailure(failure).detail}</Notice>}
      <div role="status">
        <p className={styles.good}>
          {undoing === 'undone' ? late.imports.undone : late.imports.done(entity.label)}
        </p>
        {undoing !== 'undone' && (
          <p className={styles.faint}>
            {late.imports.counts(count(inserted), count(updated), count(unchanged))}
          </p>
        )}
      </div>
      <div className={styles.bar}>
        {undoing !== 'undone' && (
          <Button
            icon={<Undo2 aria-hidden />}
            aria-disabled={undoing === 'under way'}
            onClick={() => void undo()}
          >
            {late.imports.undo}
          </Button>
        )}
        <Button onClick={() => onNext({ name: 'file' })}>{late.imports.more}</Button>
        <a href={hrefs.history(entity.name)}>{late.imports.seeHistory}</a>
        <a href={hrefs.entity(entity.name)}>{late.imports.seeRows(entity.label)}</a>
      </div>
    </>
  );
}
