// One field of the form: its label, the editor for its type, and its complaint.
import { RotateCcw } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Cell } from '../api/exact.ts';
import { bytes } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import type { Column, Entity, Model } from '../model/model.ts';
import { IconButton } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { Input } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { base64Size } from '../values/bytes.ts';
import { plainText } from '../values/text.ts';
import { isTextual } from '../values/types.ts';
import { ChoiceEditor } from './ChoiceEditor.tsx';
import { ConflictCell } from './Conflicts.tsx';
import styles from './Edit.module.css';
import { type EditorKind, type Entry, editorOf, emptyFieldText, textOf } from './entry.ts';
import { ReferenceEditor } from './ReferenceEditor.tsx';
import type { FieldState } from './useRecordTray.ts';
import { ValueText } from './ValueText.tsx';

interface EditorProps {
  readonly id: string;
  readonly column: Column;
  readonly kind: EditorKind;
  readonly text: string;
  readonly value: Cell | undefined;
  readonly isNull: boolean;
  readonly placeholder: string;
  readonly autoFocus: boolean;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly onEntry: (entry: Entry) => void;
}

/** Attributes that all editors share. */
function inputAttributes({ id, placeholder, autoFocus, invalid, describedBy }: EditorProps) {
  return { id, placeholder, autoFocus, 'aria-invalid': invalid, 'aria-describedby': describedBy };
}

const editors: Record<EditorKind, (props: EditorProps) => ReactNode> = {
  line: LineEditor,
  number: LineEditor,
  date: LineEditor,
  moment: LineEditor,
  text: TextEditor,
  json: TextEditor,
  boolean: BooleanEditor,
  choice: ChoiceEditor,
  file: FileEditor,
};

/** Without a `max`, a browser accepts six-digit years and does not advance to the next field after four digits. */
function lastDay(text: string): string | undefined {
  return text.length <= '2024-12-31'.length ? '9999-12-31' : undefined;
}

function LineEditor(props: EditorProps) {
  return props.kind === 'date' ? <DateEditor {...props} /> : <TypedEditor {...props} />;
}

function TypedEditor(props: EditorProps) {
  return (
    <Input
      {...inputAttributes(props)}
      type="text"
      inputMode={props.kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      value={props.text}
      onChange={(event) => props.onEntry({ kind: 'typed', text: event.target.value })}
    />
  );
}

function DateEditor(props: EditorProps) {
  const wasUnfinished = useRef(false);
  function readInput({ value, validity }: HTMLInputElement): void {
    wasUnfinished.current = validity.badInput;
    props.onEntry({ kind: 'typed', text: value, isUnfinished: validity.badInput });
  }
  return (
    <Input
      {...inputAttributes(props)}
      type="date"
      max={lastDay(props.text)}
      autoComplete="off"
      value={props.text}
      onChange={(event) => readInput(event.target)}
      // A partly typed day does not change the value, which stays empty, so no input event is fired.
      onKeyUp={({ currentTarget }) => {
        if (currentTarget.validity.badInput !== wasUnfinished.current) readInput(currentTarget);
      }}
    />
  );
}

const MAX_LINES = 12;

function TextEditor(props: EditorProps) {
  const lines = props.text.split('\n').length;
  const { autoFocus } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  // Browsers put the cursor before the text.
  useLayoutEffect(() => {
    const end = area.current?.value.length ?? 0;
    if (autoFocus) area.current?.setSelectionRange(end, end);
  }, [autoFocus]);
  return (
    <textarea
      {...inputAttributes(props)}
      ref={area}
      className={classNames(styles.textarea, props.kind === 'json' && styles.code)}
      rows={Math.min(MAX_LINES, Math.max(2, lines))}
      spellCheck={props.kind === 'text'}
      value={props.text}
      onChange={(event) => props.onEntry({ kind: 'typed', text: event.target.value })}
    />
  );
}

function BooleanEditor({ column, value, isNull, placeholder, onEntry }: EditorProps) {
  const chosen = isNull || value === undefined ? '' : String(value);
  return (
    <Select
      label={column.label}
      value={chosen}
      options={[
        ...(chosen === '' ? [{ value: '', label: placeholder }] : []),
        { value: 'true', label: late.edit.true },
        { value: 'false', label: late.edit.false },
      ]}
      onValue={(next) => {
        if (next !== '') onEntry({ kind: 'value', value: next === 'true' });
      }}
    />
  );
}

const MAX_FILE_BYTES = 10 * 1024 * 1024;

function FileEditor(props: EditorProps) {
  const { column, value, onEntry } = props;
  const [refused, setRefused] = useState(false);
  function choose(file: File | undefined): void {
    setRefused(file !== undefined && file.size > MAX_FILE_BYTES);
    if (file === undefined || file.size > MAX_FILE_BYTES) return;
    const reader = new FileReader();
    reader.onload = () => {
      const address = String(reader.result);
      onEntry({ kind: 'value', value: address.slice(address.indexOf(',') + 1) });
    };
    reader.readAsDataURL(file);
  }
  return (
    <span className={styles.file}>
      <input
        id={props.id}
        type="file"
        aria-label={late.edit.chooseFile(column.label)}
        aria-describedby={props.describedBy}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      {typeof value === 'string' && <span className={styles.faint}>{bytes(base64Size(value))}</span>}
      {refused && <span className={styles.refusal}>{late.edit.fileTooLarge}</span>}
    </span>
  );
}

export function FieldEditor(props: {
  readonly model: Model;
  readonly entity: Entity;
  readonly field: FieldState;
  /** The name of the record that the reference points to. */
  readonly name: string | undefined;
  readonly autoFocus: boolean;
  readonly onEntry: (entry: Entry | undefined) => void;
  readonly onMine: (column: string) => void;
  readonly onTheirs: (column: string) => void;
}) {
  const { model, field, onEntry } = props;
  const { column, seen, entry, complaint, conflict } = field;
  const id = useId();
  const engine = model.engine.name;
  const start = seen ?? null;
  const value = entry === undefined ? seen : entry.kind === 'value' ? entry.value : undefined;
  const isNull = value === null;
  const text = entry?.kind === 'typed' ? entry.text : textOf(column, value ?? null, engine);
  const placeholder =
    seen === undefined && entry === undefined ? emptyFieldText(column) : isNull ? late.edit.null : '';
  const isEmptyText = entry?.kind === 'typed' && text === '' && isTextual(column.type);
  const complaintId = `${id}-complaint`;
  const describedBy = complaint === undefined ? undefined : complaintId;
  const kind = editorOf(column, start);
  const Editor = editors[kind];
  const control = useRef<HTMLDivElement>(null);
  /**
   * The pressed button disappears and takes the focus with it; this moves the focus into the field for keyboard users.
   */
  function andStay(act: () => void): void {
    act();
    control.current?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
  }
  return (
    <div className={styles.field} data-edited={entry !== undefined}>
      <label id={`${id}-label`} htmlFor={id} title={`${column.name} · ${column.nativeType}`}>
        {column.label}
      </label>
      {column.generated ? (
        <p id={id} className={styles.faint}>
          {seen === undefined ? null : <ValueText value={seen} type={column.type} />} {late.edit.worked}
        </p>
      ) : (
        <div ref={control} className={styles.control}>
          {column.pointsTo ? (
            <ReferenceEditor
              model={model}
              column={column}
              relation={column.pointsTo}
              value={value ?? null}
              name={entry === undefined ? props.name : undefined}
              labelId={`${id}-label`}
              describedBy={describedBy}
              invalid={complaint !== undefined}
              placeholder={value === undefined ? emptyFieldText(column) : undefined}
              autoFocus={props.autoFocus}
              onChoose={(next) => onEntry({ kind: 'value', value: next })}
            />
          ) : (
            <Editor
              id={id}
              column={column}
              kind={kind}
              text={text}
              value={value}
              isNull={isNull}
              placeholder={placeholder}
              autoFocus={props.autoFocus}
              invalid={complaint !== undefined}
              describedBy={describedBy}
              onEntry={onEntry}
            />
          )}
          {column.nullable && (
            <button
              type="button"
              className={styles.toNull}
              aria-pressed={isNull}
              aria-label={late.edit.setNull(column.label)}
              title={late.edit.setNull(column.label)}
              onClick={() => onEntry({ kind: 'value', value: null })}
            >
              {late.edit.null}
            </button>
          )}
          {entry !== undefined && (
            <IconButton
              label={late.edit.reset(column.label)}
              onClick={() => andStay(() => onEntry(undefined))}
            >
              <RotateCcw aria-hidden />
            </IconButton>
          )}
        </div>
      )}
      {isEmptyText && <p className={styles.faint}>{late.edit.emptyText}</p>}
      {column.comment && <p className={styles.faint}>{column.comment}</p>}
      {entry !== undefined && seen !== undefined && plainText(seen) !== '' && !conflict && (
        <p className={styles.was}>
          {late.edit.before}: <ValueText value={seen} type={column.type} />
        </p>
      )}
      {complaint !== undefined && (
        <p id={complaintId} className={styles.refusal}>
          {complaint}
        </p>
      )}
      {conflict && (
        <ConflictCell
          entity={props.entity}
          cell={conflict}
          op="update"
          onMine={(name) => andStay(() => props.onMine(name))}
          onTheirs={(name) => andStay(() => props.onTheirs(name))}
        />
      )}
    </div>
  );
}
