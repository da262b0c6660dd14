// Deletes a record after a review of what is deleted with it.
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ChangeSet } from '../api/changes.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { Button } from '../ui/Button.tsx';
import { describeFailure } from '../ui/failures.ts';
import { showToast } from '../ui/toast.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import { deleteRow, emptyTray, type SeenRow } from './tray.ts';
import { useSaving } from './useSaving.ts';

export function DeleteRecord(props: {
  readonly model: Model;
  readonly row: SeenRow;
  readonly name: string;
  readonly onApplied: (set: ChangeSet) => void;
}) {
  const [tray, setTray] = useState(emptyTray);
  const saving = useSaving(props.model, setTray, props.onApplied);
  const { failure, checked } = saving;
  // While the dialog is open, the dialog shows the failure.
  useEffect(() => {
    if (failure !== undefined && !checked) showToast(describeFailure(failure).detail, { tone: 'danger' });
  }, [failure, checked]);
  async function begin(): Promise<void> {
    if (!saving.busy) await saving.check(deleteRow(emptyTray, props.row));
  }
  return (
    <>
      <Button icon={<Trash2 aria-hidden />} aria-disabled={saving.busy} onClick={() => void begin()}>
        {late.edit.remove}
      </Button>
      <ReviewDialog
        open={saving.checked !== undefined}
        model={props.model}
        tray={tray}
        onTray={setTray}
        saving={saving}
        title={late.edit.removeTitle(props.name)}
        actionLabel={late.edit.applyRemoval}
        danger
      />
    </>
  );
}
