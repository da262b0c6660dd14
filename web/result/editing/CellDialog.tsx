// The dialog for editing cells that need space: long texts, JSON, files.
import { type KeyboardEvent, useLayoutEffect, useState } from 'react';
import type { Cell } from '../../api/exact.ts';
import { type Entry, editorOf, readEntry } from '../../edit/entry.ts';
import { FieldEditor } from '../../edit/FieldEditor.tsx';
import { t } from '../../messages/index.ts';
import { late } from '../../messages/late.ts';
import type { Column, Entity, Model } from '../../model/model.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './CellEditor.module.css';
import type { CellDraft } from './CellEditor.tsx';

export interface CellDialogProps {
  readonly model: Model;
  readonly entity: Entity;
  readonly column: Column;
  readonly label: string;
  readonly seen: Cell;
  /** The value in the grid; undefined for an untouched cell of a new row. */
  readonly value: Cell | undefined;
  /** The text typed so far, if any. */
  readonly draft: CellDraft;
  readonly onValue: (value: Cell) => void;
  readonly onClose: () => void;
}

export default function CellDialog(props: CellDialogProps) {
  const { model, entity, column, label, seen, value, draft } = props;
  const [entry, setEntry] = useState<Entry>();
  const [complaint, setComplaint] = useState<string>();
  // The grid takes keystrokes until the dialog is mounted, also while it is being rendered.
  useLayoutEffect(() => {
    draft.drawn++;
    const { text } = draft;
    if (text !== undefined && editorOf(column, seen) !== 'file') setEntry({ kind: 'typed', text });
    return () => {
      draft.drawn--;
    };
  }, [draft, column, seen]);
  function finish(): void {
    const reading = entry && readEntry(column, value ?? seen, entry, model.engine.name);
    if (reading && 'complaint' in reading) {
      setComplaint(reading.complaint);
      return;
    }
    if (reading) props.onValue(reading.value);
    props.onClose();
  }
  return (
    <Dialog open title={label} size="large" onClose={props.onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          finish();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          finish();
        }}
      >
        <FieldEditor
          model={model}
          entity={entity}
          field={{ column, seen: value, entry, complaint, conflict: undefined }}
          name={undefined}
          autoFocus
          onEntry={(next) => {
            setEntry(next);
            setComplaint(undefined);
          }}
          onMine={() => {}}
          onTheirs={() => {}}
        />
        <div className={styles.actions}>
          <Button onClick={props.onClose}>{t.common.cancel}</Button>
          <Button type="submit" variant="main">
            {late.edit.done}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
