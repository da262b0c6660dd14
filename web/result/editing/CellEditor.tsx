// The editor within a cell of the grid: a line for most types, a choice for the others.
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Cell } from '../../api/exact.ts';
import { mannerOf, truthOf } from '../../edit/asSeen.ts';
import { editorOf, textOf, untold } from '../../edit/entry.ts';
import { Choices } from '../../edit/ReferenceEditor.tsx';
import { readTyped } from '../../edit/readings.ts';
import { late } from '../../messages/late.ts';
import type { Column, Model, Relation } from '../../model/model.ts';
import { Popover } from '../../ui/Popover.tsx';
import { say } from '../../ui/toast.ts';
import type { EditorStep } from '../grid/gridProps.ts';
import styles from './CellEditor.module.css';

/** Nobody waits for longer until a row is drawn where it has come to stand. */
const MOVED_WITHIN = 400;

/** What an editor holds. It is drawn anew where its row comes to stand elsewhere, and goes on then. */
export interface CellDraft {
  text: string | undefined;
  /** How often it is drawn at this moment. */
  drawn: number;
}

export interface CellEditorProps {
  readonly model: Model;
  readonly column: Column;
  readonly label: string;
  /** As it is stored; null in a new row. */
  readonly seen: Cell;
  /** As it stands in the grid; undefined in a new row where nothing was entered. */
  readonly value: Cell | undefined;
  /** What was typed to open it. */
  readonly typed: string | undefined;
  readonly draft: CellDraft;
  readonly onValue: (value: Cell) => void;
  /** The editor is over; without a step the focus is somewhere else already. */
  readonly onClose: (step?: EditorStep) => void;
  /** The text needs more room. */
  readonly onDialog: (text: string) => void;
}

export function CellEditor(props: CellEditorProps) {
  const { column, seen } = props;
  if (column.pointsTo) return <ReferenceCell {...props} relation={column.pointsTo} />;
  return editorOf(column, seen) === 'boolean' ? <BooleanCell {...props} /> : <LineCell {...props} />;
}

const steps: Readonly<Record<string, readonly [EditorStep, EditorStep]>> = {
  Enter: ['down', 'up'],
  Tab: ['next', 'previous'],
};

/** Where a key leads that ends an editor. */
function stepOf(event: KeyboardEvent): EditorStep | undefined {
  return steps[event.key]?.[event.shiftKey ? 1 : 0];
}

function LineCell(props: CellEditorProps) {
  const { model, column, seen, value, typed, draft, label } = props;
  const id = useId();
  const kind = editorOf(column, seen);
  const [manner] = useState(() => mannerOf());
  const [start] = useState(() => textOf(column, value ?? null, model.engine.name));
  const [text, setText] = useState(draft.text ?? typed ?? start);
  const [complaint, setComplaint] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const isLeaving = useRef(false);
  const latest = useRef(text);
  /** Some parts of a day are there and others are not. */
  const isUnfinished = useRef(false);
  const lookAtParts = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    isUnfinished.current = currentTarget.validity.badInput;
  };
  latest.current = text;

  /** Undefined: nothing was changed. */
  function entered(now: string): ReturnType<typeof readTyped> | undefined {
    if (isUnfinished.current) return { complaint: late.edit.notADay };
    if (now === start && (typed === undefined || now !== '')) return undefined;
    return readTyped({ column, seen, engine: model.engine.name, manner }, now);
  }

  function finish(step?: EditorStep): void {
    if (isOver.current) return;
    // The grid may have taken letters while nothing was drawn.
    const reading = entered(draft.text ?? latest.current);
    if (reading && 'complaint' in reading) {
      setComplaint(reading.complaint);
      // Whoever is somewhere else already is told there, and the cell stays as it was.
      if (step !== undefined) return;
      say(`${label}: ${reading.complaint}`, { tone: 'danger' });
    }
    isOver.current = true;
    if (reading && 'value' in reading) props.onValue(reading.value);
    props.onClose(step);
  }
  const finishNow = useRef(finish);
  finishNow.current = finish;

  // Before anybody can type on.
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
      // Scrolled out of sight, it is over. In development React only pretends to take it away.
      setTimeout(() => {
        if (draft.drawn === 0) finishNow.current();
      }, MOVED_WITHIN);
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
        // The platform's own date field cannot take the first letter that was typed.
        type={kind === 'date' && typed === undefined ? 'date' : 'text'}
        inputMode={kind === 'number' ? 'decimal' : undefined}
        data-number={kind === 'number'}
        autoComplete="off"
        aria-label={label}
        aria-invalid={complaint !== undefined}
        aria-describedby={complaint === undefined ? undefined : id}
        placeholder={value === undefined ? untold(column) : value === null ? late.edit.null : ''}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          draft.text = event.target.value;
          setComplaint(undefined);
        }}
        onInput={lookAtParts}
        onKeyUp={lookAtParts}
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
    const truth = truthOf(letters, nullName);
    return truth === undefined ? undefined : String(truth ?? '');
  };
  const [next, setNext] = useState(typed === undefined ? chosen : (choiceOf(typed) ?? chosen));
  /** What was typed so far: the browser's own search does not know of the letter that opened it. */
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

function ReferenceCell(props: CellEditorProps & { readonly relation: Relation }) {
  const { model, relation, typed = '', label } = props;
  const [search, setSearch] = useState(typed);
  return (
    <Popover
      open
      wide
      label={label}
      onOpenChange={(open) => {
        if (!open) props.onClose('stay');
      }}
      trigger={<span className={styles.anchor} />}
    >
      <Choices
        model={model}
        relation={relation}
        search={search}
        onSearch={setSearch}
        onPick={(value, _, by) => {
          props.onValue(value);
          props.onClose(by === 'Tab' ? 'next' : 'stay');
        }}
        onTab={() => props.onClose('next')}
      />
    </Popover>
  );
}
