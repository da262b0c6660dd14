// Step 1: where the rows come from.
import { Plus, Table2, View, X } from 'lucide-react';
import { useState } from 'react';
import { t } from '../messages/index.ts';
import { rootLabel } from '../query/columns.ts';
import { addRoot, removeRoot } from '../query/edits.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Popover } from '../ui/Popover.tsx';
import { useWorkbench } from '../workbench/context.ts';
import styles from './EntitiesStep.module.css';
import { EntityPicker } from './EntityPicker.tsx';

export function EntitiesStep() {
  const { doc, model, edit } = useWorkbench();
  const [picking, setPicking] = useState(false);
  return (
    <div className={styles.step}>
      <ul className={styles.roots}>
        {doc.entities.map(({ id, alias }) => {
          const label = rootLabel(doc, model, alias);
          const Icon = model.entities.get(id)?.kind === 'view' ? View : Table2;
          return (
            <li key={alias} className={styles.root}>
              <Icon aria-hidden />
              <span title={id}>{label}</span>
              <IconButton
                small
                label={t.rail.removeEntity(label)}
                onClick={() => edit((before) => removeRoot(before, model, alias))}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ul>
      <Popover
        label={t.rail.addEntity}
        wide
        open={picking}
        onOpenChange={setPicking}
        trigger={
          <Button small look="quiet" icon={<Plus aria-hidden />}>
            {t.rail.addEntity}
          </Button>
        }
      >
        <EntityPicker
          onPick={(name) => {
            edit((before) => addRoot(before, model, name));
            setPicking(false);
          }}
        />
      </Popover>
    </div>
  );
}
