// Step 1: where the rows come from.
import { Plus, Table2, View, X } from 'lucide-react';
import { useState } from 'react';
import { late } from '../messages/late.ts';
import { rootLabel } from '../query/columns.ts';
import { addRoot, removeRoot } from '../query/edits.ts';
import { joinPathsTo } from '../query/joinPaths.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Popover } from '../ui/Popover.tsx';
import { useWorkbench } from '../workbench/context.ts';
import { addNamingField } from './choose.ts';
import styles from './EntitiesStep.module.css';
import { EntityPicker } from './EntityPicker.tsx';
import { WayFinder } from './WayFinder.tsx';

export function EntitiesStep() {
  const { doc, model, edit } = useWorkbench();
  const [picking, setPicking] = useState(false);
  /** The connected entity for which the person has to choose one of several join paths. */
  const [pathTarget, setPathTarget] = useState<string>();
  const label = doc.entities.length === 0 ? late.rail.chooseEntity : late.rail.combine;

  /** Connected entities are joined along their keys; only unrelated ones are combined row by row. */
  function pick(name: string): void {
    setPicking(false);
    const ways = joinPathsTo(doc, model, name);
    const [only] = ways;
    if (!only) edit((before) => addRoot(before, model, name));
    else if (ways.length > 1) setPathTarget(name);
    else edit((before) => addNamingField(before, model, only.root, only.way.steps));
  }

  return (
    <div className={styles.step}>
      <ul className={styles.roots}>
        {doc.entities.map(({ id, alias }) => {
          const name = rootLabel(doc, model, alias);
          const Icon = model.entities.get(id)?.kind === 'view' ? View : Table2;
          return (
            <li key={alias} className={styles.root}>
              <Icon aria-hidden />
              <span title={id}>{name}</span>
              <IconButton
                small
                label={late.rail.removeEntity(name)}
                onClick={() => edit((before) => removeRoot(before, model, alias))}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ul>
      <Popover
        label={label}
        wide
        open={picking}
        onOpenChange={setPicking}
        trigger={
          <Button small variant="quiet" icon={<Plus aria-hidden />}>
            {label}
          </Button>
        }
      >
        <EntityPicker onPick={pick} />
      </Popover>
      <Dialog
        open={pathTarget !== undefined}
        title={late.rail.wayTitle}
        onClose={() => setPathTarget(undefined)}
      >
        {pathTarget !== undefined && <WayFinder to={pathTarget} onDone={() => setPathTarget(undefined)} />}
      </Dialog>
    </div>
  );
}
