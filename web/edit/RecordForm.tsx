// The form of an existing or a new record: edit, save, review, apply.
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ChangeSet } from '../api/changes.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Entity, Model } from '../model/model.ts';
import { ownValue } from '../state/ownValue.ts';
import { Button } from '../ui/Button.tsx';
import { describeFailure } from '../ui/failures.ts';
import { Notice } from '../ui/Notice.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './Edit.module.css';
import { FieldEditor } from './FieldEditor.tsx';
import { hasIssues } from './issues.ts';
import { changePending } from './pending.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import type { SeenRow, Tray } from './tray.ts';
import { afterApplying } from './trayParts.ts';
import { useRecordTray } from './useRecordTray.ts';
import { useSaving } from './useSaving.ts';

export function RecordForm(props: {
  readonly model: Model;
  readonly entity: Entity;
  /** Undefined for a new record. */
  readonly record: SeenRow | undefined;
  readonly label: string;
  /** The name of the record that a reference points to. */
  readonly nameOf?: (column: string) => string | undefined;
  readonly onApplied: (set: ChangeSet) => void;
  readonly onCancel: () => void;
}) {
  const { model, entity, record } = props;
  const form = useRef<HTMLFormElement>(null);
  const notices = useRef<HTMLDivElement>(null);
  const own = useRecordTray(model, entity, record);
  const { tray, setTray, row, fields, complaints } = own;
  const saving = useSaving(model, setTray, (set, sent) => {
    changePending((before) => afterApplying(before, sent, set.changes));
    props.onApplied(set);
  });
  // The review shows its own.
  const failure = saving.checked ? undefined : saving.failure;
  const [looks, setLooks] = useState(0);
  const isEdited = fields.some(({ entry }) => entry !== undefined);
  const first = fields.findIndex(({ column }) => !column.generated && (record ? !column.inKey : true));

  // Moves the focus to the first invalid field once it is marked, or shows what is wrong with the record as a whole.
  useEffect(() => {
    if (looks === 0) return;
    const trouble = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset button');
    trouble?.focus();
    (trouble ?? notices.current)?.scrollIntoView({ block: 'center' });
  }, [looks]);
  // A long form is saved at its end, from where its beginning is not in view.
  useEffect(() => {
    if (failure !== undefined) notices.current?.scrollIntoView({ block: 'center' });
  }, [failure]);
  function onCancel(): void {
    own.discard();
    props.onCancel();
  }
  const focusTrouble = () => setLooks((before) => before + 1);

  async function save(): Promise<void> {
    if (saving.busy) return;
    const hasConflict = fields.some(({ conflict }) => conflict !== undefined);
    const unread = fields.some(({ entry, complaint, column }) => {
      // A refusal by the database may be retried; an entry that is not a value cannot be sent.
      return (
        entry !== undefined && complaint !== undefined && ownValue(row?.refusals, column.name) === undefined
      );
    });
    if (unread || hasConflict) {
      focusTrouble();
      return;
    }
    if (tray.size === 0) {
      showToast(late.edit.nothingChanged);
      onCancel();
      return;
    }
    const looked: Tray | undefined = await saving.check(tray);
    if (looked && hasIssues(looked)) {
      saving.close();
      focusTrouble();
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    } else if (event.key === 'Escape' && !isEdited && !event.defaultPrevented) onCancel();
  }

  return (
    <>
      <form
        ref={form}
        aria-label={props.label}
        className={styles.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save();
        }}
        onKeyDown={onKeyDown}
      >
        <div ref={notices}>
          {row?.gone && <Notice>{late.edit.wasGone}</Notice>}
          {row?.refusals[''] !== undefined && <Notice>{row.refusals['']}</Notice>}
          {failure !== undefined && <Notice>{describeFailure(failure).detail}</Notice>}
        </div>
        {fields.map((field, i) => (
          <FieldEditor
            key={field.column.name}
            model={model}
            entity={entity}
            field={field}
            name={props.nameOf?.(field.column.name)}
            autoFocus={i === first}
            onEntry={(entry) => own.enter(field.column, entry)}
            onMine={own.mine}
            onTheirs={own.theirs}
          />
        ))}
        <div className={styles.bar} data-foot>
          <span role="status">{complaints > 0 && late.edit.complaints(complaints)}</span>
          <Button onClick={onCancel}>{t.common.cancel}</Button>
          <Button type="submit" variant="main" aria-disabled={saving.busy}>
            {saving.busy ? late.edit.checking : record ? late.edit.save : late.edit.add}
          </Button>
        </div>
      </form>
      <ReviewDialog
        open={saving.checked !== undefined && !hasIssues(tray)}
        model={model}
        tray={tray}
        onTray={setTray}
        saving={saving}
      />
    </>
  );
}
