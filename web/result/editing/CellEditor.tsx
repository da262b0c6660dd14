// The in-cell editor of the grid: a text input for most types, a list or a select for the others.
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Cell } from '../../api/exact.ts';
import { type EditorKind, editorOf, emptyFieldText, textOf } from '../../edit/entry.ts';
import { localeFormat, parseTruthPrefix } from '../../edit/localeFormat.ts';
import { readTyped } from '../../edit/readings.ts';
import { late } from '../../messages/late.ts';
import type { Column, Model } from '../../model/model.ts';
import { showToast } from '../../ui/toast.ts';
import type { EditorStep } from '../grid/gridProps.ts';
import styles from './CellEditor.module.css';
import { ChoiceCell, ReferenceCell } from './ListCells.tsx';

/** How long an unmounted editor waits to be mounted again with its moved row. */
const REMOUNT_WITHIN_MS = 400;

/** The state of an editor. When its row moves, the editor is unmounted and mounted again, and continues from here. */
export interface CellDraft {
  text: string | undefined;
  /** The number of mounted instances. */
  drawn: number;
}

export interface CellEditorProps {
  readonly model: Model;
  readonly column: Column;
  readonly label: string;
  /** The stored value; null in a new row. */
  readonly seen: Cell;
  /** The value in the grid; undefined for an untouched cell of a new row. */
  readonly value: Cell | undefined;
  /** The character that opened it. */
  readonly typed: string | undefined;
  readonly draft: CellDraft;
  readonly onValue: (value: Cell) => void;
  /** Closes the editor; without a step the focus has already moved elsewhere. */
  readonly onClose: (step?: EditorStep) => void;
  /** Continues in the dialog. */
  readonly onDialog: (text: string) => void;
}

export function CellEditor(props: CellEditorProps) {
  const { column, seen } = props;
  if (column.pointsTo) return <ReferenceCell {...props} relation={column.pointsTo} />;
  const Editor = editors[editorOf(column, seen)] ?? LineCell;
  return <Editor {...props} />;
}

/** Other kinds are edited as text. */
const editors: Partial<Record<EditorKind, (props: CellEditorProps) => ReactNode>> = {
  boolean: BooleanCell,
  choice: ChoiceCell,
};

const steps: Readonly<Record<string, readonly [EditorStep, EditorStep]>> = {
  Enter: ['down', 'up'],
  Tab: ['next', 'previous'],
};

/** The step for a key that closes the editor. */
function stepOf(event: KeyboardEvent): EditorStep | undefined {
  return steps[event.key]?.[event.shiftKey ? 1 : 0];
}

function LineCell(props: CellEditorProps) {
  const { model, column, seen, value, typed, draft, label } = props;
  const id = useId();
  const kind = editorOf(column, seen);
  const [manner] = useState(() => localeFormat());
  const [start] = useState(() => textOf(column, value ?? null, model.engine.name));
  const [text, setText] = useState(draft.text ?? typed ?? start);
  const [complaint, setComplaint] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const isLeaving = useRef(false);
  const latest = useRef(text);
  /** The day is only partly entered. */
  const isUnfinished = useRef(false);
  const checkParts = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    isUnfinished.current = currentTarget.validity.badInput;
  };
  latest.current = text;

  /** Undefined if nothing was changed. */
  function entered(now: string): ReturnType<typeof readTyped> | undefined {
    if (isUnfinished.current) return { complaint: late.edit.notADay };
    if (now === start && (typed === undefined || now !== '')) return undefined;
    return readTyped({ column, seen, engine: model.engine.name, manner }, now);
  }

  function finish(step?: EditorStep): void {
    if (isOver.current) return;
    // The grid may have taken keystrokes while the editor was unmounted.
    const reading = entered(draft.text ?? latest.current);
    if (reading && 'complaint' in reading) {
      setComplaint(reading.complaint);
      // If the focus is already elsewhere, a message says why the cell keeps its old value.
      if (step !== undefined) return;
      showToast(`${label}: ${reading.complaint}`, { tone: 'danger' });
    }
    isOver.current = true;
    if (reading && 'value' in reading) props.onValue(reading.value);
    props.onClose(step);
  }
  const finishNow = useRef(finish);
  finishNow.current = finish;

  // In a layout effect, to run before the next keystroke.
  useLayoutEffect(() => {
    draft.drawn++;
    const element = input.current;
    const grid = element?.closest<HTMLElement>('[role="grid"]');
    element?.focus();
    if (typed === undefined) element?.select();
    else element?.setSelectionRange(element.value.length, element.value.length);
    return () => {
      draft.drawn--;
      if (!isOver.current && document.activeElement === element) {
        isLeaving.current = true;
        grid?.focus({ preventScroll: true });
        isLeaving.current = false;
      }
      // Finishes the edit when the row scrolls out of view. The delay ignores the simulated unmount of React's
      // development mode.
      setTimeout(() => {
        if (draft.drawn === 0) finishNow.current();
      }, REMOUNT_WITHIN_MS);
    };
  }, [typed, draft]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      isOver.current = true;
      props.onClose('stay');
    } else if (event.key === 'Enter' && event.altKey && kind === 'text') {
      event.preventDefault();
      isOver.current = true;
      props.onDialog(`${text}\n`);
    } else {
      const step = stepOf(event);
      if (step === undefined) return;
      event.preventDefault();
      finish(step);
    }
  }

  return (
    <>
      <input
        ref={input}
        className={styles.line}
        // A native date input cannot take the first typed character.
        type={kind === 'date' && typed === undefined ? 'date' : 'text'}
        inputMode={kind === 'number' ? 'decimal' : undefined}
        data-number={kind === 'number'}
        autoComplete="off"
        aria-label={label}
        aria-invalid={complaint !== undefined}
        aria-describedby={complaint === undefined ? undefined : id}
        placeholder={value === undefined ? emptyFieldText(column) : value === null ? late.edit.null : ''}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          draft.text = event.target.value;
          setComplaint(undefined);
        }}
        onInput={checkParts}
        onKeyUp={checkParts}
        onKeyDown={onKeyDown}
        onBlur={(event) => event.target.isConnected && !isLeaving.current && finish()}
      />
      {complaint !== undefined && (
        <span id={id} role="alert" className={styles.complaint}>
          {complaint}
        </span>
      )}
    </>
  );
}

function BooleanCell({ column, value, typed, label, onValue, onClose }: CellEditorProps) {
  const chosen = value === null || value === undefined ? '' : String(value);
  const nullName = column.nullable || chosen === '' ? late.edit.null : undefined;
  const choiceOf = (letters: string) => {
    const truth = parseTruthPrefix(letters, nullName);
    return truth === undefined ? undefined : String(truth ?? '');
  };
  const [next, setNext] = useState(typed === undefined ? chosen : (choiceOf(typed) ?? chosen));
  /** The typed prefix: the native type-ahead does not know the character that opened the select. */
  const letters = useRef(typed ?? '');
  const isOver = useRef(false);
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => select.current?.focus(), []);
  function finish(step?: EditorStep): void {
    if (isOver.current) return;
    isOver.current = true;
    if (next !== chosen) onValue(next === '' ? null : next === 'true');
    onClose(step);
  }
  return (
    <select
      ref={select}
      className={styles.line}
      aria-label={label}
      value={next}
      onChange={(event) => setNext(event.target.value)}
      onBlur={() => finish()}
      onKeyDown={(event) => {
        if (/^\S$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
          event.preventDefault();
          const word = letters.current + event.key;
          letters.current = choiceOf(word) === undefined ? event.key : word;
          setNext(choiceOf(letters.current) ?? next);
          return;
        }
        const step = event.key === 'Escape' ? 'stay' : stepOf(event);
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape') isOver.current = true;
        if (event.key === 'Escape') onClose('stay');
        else finish(step);
      }}
    >
      {nullName !== undefined && <option value="">{nullName}</option>}
      <option value="true">{late.edit.true}</option>
      <option value="false">{late.edit.false}</option>
    </select>
  );
}
