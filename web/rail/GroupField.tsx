// A grouping field, with the period that its dates are grouped by.
import { bucketNames } from '../../src/contract/buckets.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { type FieldColumn, fieldLabel } from '../query/columns.ts';
import { setTimeGroup, sourceMoment, type TimeGroup } from '../query/groups/timeGroups.ts';
import { Select } from '../ui/Select.tsx';
import { timeParts } from '../values/timeParts.ts';
import { isMoment } from '../values/types.ts';
import { useWorkbench } from '../workbench/context.ts';
import styles from './ArrangeStep.module.css';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly group: TimeGroup;
}

/** Consecutive periods first, then recurring ones. Dates have no hours. */
function choicesFor(hasHours: boolean): readonly Choice[] {
  const fits = (name: string) => hasHours || name !== 'hour';
  return [
    { value: 'none', label: late.rail.bucketNone, group: { bucket: undefined } },
    ...bucketNames
      .filter(fits)
      .map((bucket): Choice => ({ value: bucket, label: t.query.buckets[bucket], group: { bucket } })),
    ...timeParts
      .filter(fits)
      .map((part): Choice => ({ value: `part ${part}`, label: t.query.parts[part], group: { part } })),
  ];
}

export function GroupField({ column }: { readonly column: FieldColumn }) {
  const { doc, model, edit } = useWorkbench();
  const { alias, bucket, part } = column;
  const moment = sourceMoment(doc, model, alias);
  if (!moment || !isMoment(moment.column.type)) return <span className={styles.name}>{column.label}</span>;
  const choices = choicesFor(moment.column.type !== 'date');
  return (
    <>
      <span className={styles.name}>{fieldLabel(doc, model, moment.path)}</span>
      <Select
        label={late.rail.bucketOf(moment.column.label)}
        value={part ? `part ${part}` : (bucket ?? 'none')}
        options={choices}
        onValue={(chosen) => {
          const choice = choices.find(({ value }) => value === chosen);
          if (choice) edit((before) => setTimeGroup(before, model, alias, choice.group));
        }}
      />
    </>
  );
}
