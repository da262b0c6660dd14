// One value in full: nothing truncated, nothing rounded, and null is distinct from empty text.
import { useState } from 'react';
import { type Cell, isExact, parseExact } from '../api/exact.ts';
import { late } from '../messages/late.ts';
import type { Column } from '../model/model.ts';
import { CellText } from '../result/CellText.tsx';
import { Binary } from './Binary.tsx';
import styles from './FieldValue.module.css';
import { JsonTree } from './JsonTree.tsx';

const MAX_TEXT_LENGTH = 480;

function LongText({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <span className={styles.text}>{open ? text : `${text.slice(0, MAX_TEXT_LENGTH)}…`}</span>
      <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? late.record.showLess : late.record.showAllText(text.length)}
      </button>
    </>
  );
}

function Text({ text }: { readonly text: string }) {
  if (text.length > MAX_TEXT_LENGTH + 80) return <LongText text={text} />;
  if (/^https?:\/\/\S+$/.test(text)) {
    return (
      <a className={styles.text} href={text} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    );
  }
  return <span className={styles.text}>{text}</span>;
}

/** Some engines store JSON as text. Text that is not JSON is shown as it is. */
function jsonOf(value: Cell): Cell | undefined {
  if (typeof value !== 'string') return value;
  try {
    const parsed = parseExact<Cell>(value);
    return typeof parsed === 'object' && parsed !== null && !isExact(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export function FieldValue({ value, column }: { readonly value: Cell; readonly column: Column }) {
  if (value === '') return <span className={styles.empty}>{late.record.empty}</span>;
  if (typeof value === 'string' && column.type === 'binary')
    return <Binary base64={value} column={column.name} />;
  const nested =
    column.type === 'json' || (value !== null && typeof value === 'object' && !isExact(value))
      ? jsonOf(value)
      : undefined;
  if (nested !== undefined && nested !== null && typeof nested === 'object' && !isExact(nested)) {
    return <JsonTree value={nested} />;
  }
  if (typeof value === 'string' && column.type !== 'date' && column.type !== 'datetime') {
    return <Text text={value} />;
  }
  return <CellText value={value} type={column.type} grouping={!column.inKey && !column.inReference} />;
}
