// The actions on a record, for users who may change it.
import { History, Pencil, Plus } from 'lucide-react';
import type { ChangeSet } from '../api/changes.ts';
import { DeleteRecord } from '../edit/DeleteRecord.tsx';
import { addressOfRow } from '../edit/editing.ts';
import type { SeenRow } from '../edit/tray.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';
import { Button, IconLink } from '../ui/Button.tsx';
import { focusIfLost } from '../ui/focusIfLost.ts';

export function RecordActions(props: {
  readonly model: Model;
  readonly row: SeenRow;
  readonly name: string;
  readonly may: Readonly<Record<'insert' | 'update' | 'delete', boolean>>;
  readonly onEdit: () => void;
  /** The form was just closed, and the focus was lost with it. */
  readonly wasEdited: boolean;
  readonly onApplied: (set: ChangeSet) => void;
}) {
  const { model, row, name, may, onApplied } = props;
  const label = model.entities.get(row.entity)?.label ?? row.entity;
  if (!Object.values(may).includes(true)) return null;
  return (
    <>
      {may.update && (
        <Button
          ref={props.wasEdited ? focusIfLost : null}
          variant="main"
          icon={<Pencil aria-hidden />}
          onClick={props.onEdit}
        >
          {late.edit.edit}
        </Button>
      )}
      {may.delete && <DeleteRecord model={model} row={row} name={name} onApplied={onApplied} />}
      {may.insert && (
        <IconLink label={late.edit.newOf(label)} href={hrefs.newRecord(row.entity)}>
          <Plus aria-hidden />
        </IconLink>
      )}
      <IconLink
        label={late.edit.historyOf(name)}
        href={hrefs.history(row.entity, addressOfRow(model, row.entity, row.key))}
      >
        <History aria-hidden />
      </IconLink>
    </>
  );
}
