// What is about to happen, row by row and as SQL, and the conflicts that prevent it.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Failure } from '../ui/States.tsx';
import { setAutofocus } from '../ui/setAutofocus.ts';
import { plainText } from '../values/text.ts';
import { RowIssues } from './Conflicts.tsx';
import styles from './Edit.module.css';
import { hasIssues, keepMine, takeTheirs } from './issues.ts';
import { areFew, nameOfRow, OwnRows, RowDiff } from './RowDiff.tsx';
import { reviewedRows } from './reviewed.ts';
import { discardRow, dropCell, type Tray } from './tray.ts';
import type { Saving } from './useSaving.ts';

const MAX_NOTE_LENGTH = 2000;
const MAX_STATEMENTS = 100;
const ROWS_PER_PAGE = 50;

interface ReviewProps {
  readonly model: Model;
  readonly tray: Tray;
  readonly onTray: (tray: Tray) => void;
  readonly saving: Saving;
  readonly title?: string;
  readonly actionLabel?: string;
  readonly danger?: boolean;
  /** Rows and cells can be discarded one by one. */
  readonly discardable?: boolean;
}

export function ReviewDialog(props: ReviewProps & { readonly open: boolean }) {
  const { saving } = props;
  return (
    <Dialog open={props.open} title={props.title ?? late.edit.review} size="large" onClose={saving.close}>
      {saving.checked && <Review {...props} />}
    </Dialog>
  );
}

function Review({ model, tray, onTray, saving, actionLabel, danger, discardable }: ReviewProps) {
  const [note, setNote] = useState('');
  const [most, setMost] = useState(ROWS_PER_PAGE);
  const { checked, busy, failure } = saving;
  const isBlocked = hasIssues(tray);
  const rows = checked ? reviewedRows(tray, checked) : [];
  const conflicts = [...tray].flatMap(([id, row]) =>
    row.conflicts.map(({ column }) => [id, column] as const),
  );

  const form = useRef<HTMLFormElement>(null);
  /** The number of decisions so far, and the place of the last one. */
  const [decided, setDecided] = useState({ times: 0, place: 0 });
  // The pressed button disappears with the focus, so the focus moves to the next conflict, or else to the row that took
  // its place.
  useEffect(() => {
    if (decided.times > 0 && form.current) focusNextConflict(form.current, decided.place);
  }, [decided]);

  /** Remembers Enter while the dry run is repeated, so that it need not be pressed again. */
  const [isRequested, setRequested] = useState(false);
  const [isSent, setSent] = useState(false);
  useEffect(() => {
    if (busy || !isRequested) return;
    setRequested(false);
    if (!isBlocked && failure === undefined) send();
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isBlocked) return;
    if (!busy) send();
    else if (!isSent) setRequested(true);
  }

  function send(): void {
    setSent(true);
    void saving.apply(tray, note.trim()).finally(() => setSent(false));
  }

  /** After the last conflict is decided, the dry run is repeated. */
  function decide(next: Tray, place: number): void {
    onTray(next);
    setDecided(({ times }) => ({ times: times + 1, place }));
    if (next.size === 0) saving.close();
    else if (!hasIssues(next)) void saving.check(next);
  }

  return (
    <form ref={form} className={styles.review} onSubmit={submit}>
      {conflicts.length > 1 && (
        <div className={styles.choices}>
          <Button
            small
            onClick={() =>
              decide(
                conflicts.reduce((next, [id, column]) => keepMine(next, id, column), tray),
                0,
              )
            }
          >
            {late.edit.keepAllMine}
          </Button>
          <Button
            small
            onClick={() =>
              decide(
                conflicts.reduce((next, [id, column]) => takeTheirs(next, id, column), tray),
                0,
              )
            }
          >
            {late.edit.takeAllTheirs}
          </Button>
        </div>
      )}
      {rows.slice(0, most).map(({ id, row, change }, place) => (
        <section
          key={id}
          className={styles.reviewed}
          aria-label={nameOfRow(model, change)}
          tabIndex={-1}
          // Otherwise a dialog focuses its first button, which discards the first row.
          ref={isBlocked && place === 0 ? setAutofocus : undefined}
        >
          <RowDiff
            model={model}
            change={change}
            isOneOfFew={areFew(rows)}
            onDiscard={discardable ? () => decide(discardRow(tray, id), place) : undefined}
            onDiscardCell={
              discardable && row.op === 'update'
                ? (column) => decide(dropCell(tray, id, column), place)
                : undefined
            }
          />
          <RowIssues
            entity={model.entities.get(row.entity)}
            row={row}
            onMine={(column) => decide(keepMine(tray, id, column), place)}
            onTheirs={(column) => decide(takeTheirs(tray, id, column), place)}
          />
        </section>
      ))}
      {rows.length > most && (
        <Button onClick={() => setMost(rows.length)}>{late.edit.showMoreRows(rows.length - most)}</Button>
      )}
      {checked && <OwnRows model={model} changes={checked.found.changes} />}
      {checked && checked.found.sql.length > 0 && (
        <details className={styles.sql}>
          <summary>{late.edit.sql}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
          <pre tabIndex={0}>
            {checked.found.sql
              .slice(0, MAX_STATEMENTS)
              .map(({ sql, parameters }) =>
                parameters.length === 0 ? sql : `${sql}\n-- ${parameters.map(plainText).join(', ')}`,
              )
              .join('\n\n')}
          </pre>
        </details>
      )}
      <div className={styles.foot}>
        {failure !== undefined && <Failure error={failure} />}
        {!isBlocked && (
          <Field
            label={late.edit.note}
            maxLength={MAX_NOTE_LENGTH}
            value={note}
            ref={setAutofocus}
            autoFocus
            onChange={(event) => setNote(event.target.value)}
          />
        )}
        <div className={styles.actions}>
          <Button onClick={saving.close}>{t.common.cancel}</Button>
          {!isBlocked && (
            <Button type="submit" variant={danger ? 'danger' : 'main'} aria-disabled={busy}>
              {busy ? late.edit.applying : (actionLabel ?? late.edit.apply)}
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}

/** If nothing has the focus, moves it to the next conflict from this row on, or else to the row itself. */
function focusNextConflict(form: HTMLFormElement, place: number): void {
  if (document.activeElement !== document.body) return;
  const rows = [...form.querySelectorAll<HTMLElement>(':scope > section')];
  const conflict = rows.slice(place).map((row) => row.querySelector<HTMLElement>('fieldset button'));
  const next = conflict.find((button) => button !== null) ?? rows[place] ?? rows.at(-1);
  next?.focus();
}
