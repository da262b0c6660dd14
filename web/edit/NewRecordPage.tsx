// The page that creates a record.
import { Table2 } from 'lucide-react';
import type { ChangeSet } from '../api/changes.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Empty } from '../ui/States.tsx';
import { UnknownEntity } from '../ui/UnknownEntity.tsx';
import { useTitle } from '../ui/useTitle.ts';
import styles from './Edit.module.css';
import { addressOfRow, refetchAll, showApplied } from './editing.ts';
import { RecordForm } from './RecordForm.tsx';
import { nameOfRow } from './RowDiff.tsx';
import { useIsAllowed } from './useEditing.ts';

export default function NewRecordPage({ model, name }: { readonly model: Model; readonly name: string }) {
  const entity = model.entities.get(name);
  const mayAdd = useIsAllowed(entity, 'insert');
  const title = late.edit.newOf(entity?.label ?? name);
  useTitle(title);
  if (!entity) {
    return <UnknownEntity name={name} />;
  }
  function onApplied(set: ChangeSet): void {
    // New records that this one refers to come before it in the list.
    const made = set.changes.findLast(({ cascade }) => cascade === undefined);
    const key = made && addressOfRow(model, made.entity, made.key);
    navigate(key ? hrefs.record(name, key) : hrefs.entity(name), 'replace');
    void refetchAll(model, set);
    if (made) showApplied(model, set, late.edit.applied.insert(nameOfRow(model, made)));
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <a className={styles.crumb} href={hrefs.entity(name)}>
          <Table2 aria-hidden />
          {entity.label}
        </a>
        <h1>{title}</h1>
      </header>
      {mayAdd ? (
        <section className={styles.card} aria-label={title}>
          <RecordForm
            model={model}
            entity={entity}
            record={undefined}
            label={title}
            onApplied={onApplied}
            onCancel={() => navigate(hrefs.entity(name))}
          />
        </section>
      ) : (
        <Empty title={late.edit.off}>{late.edit.offHint}</Empty>
      )}
    </div>
  );
}
