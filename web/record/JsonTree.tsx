// A JSON value as a collapsible tree.
import { useState } from 'react';
import { type Cell, isExact } from '../api/exact.ts';
import { late } from '../messages/late.ts';
import styles from './JsonTree.module.css';

const MAX_OPEN_DEPTH = 2;
/** A longer branch starts collapsed, so that it does not bury what follows. */
const MAX_OPEN_LENGTH = 20;
const ENTRIES_PER_PAGE = 100;

type Entry = readonly [name: string, value: Cell];

function Leaf({ value }: { readonly value: Cell }) {
  if (value === null) return <span className={styles.word}>null</span>;
  if (typeof value === 'boolean') return <span className={styles.word}>{String(value)}</span>;
  if (isExact(value)) return <span className={styles.number}>{value.value}</span>;
  return <span className={styles.text}>{JSON.stringify(value)}</span>;
}

function Branch(props: {
  readonly name: string | undefined;
  readonly entries: readonly Entry[];
  readonly isList: boolean;
  readonly depth: number;
}) {
  const [shown, setShown] = useState(ENTRIES_PER_PAGE);
  const { name, entries, isList, depth } = props;
  const size = isList ? late.record.items(entries.length) : late.record.entries(entries.length);
  return (
    <details
      className={styles.branch}
      open={depth === 0 || (depth < MAX_OPEN_DEPTH && entries.length <= MAX_OPEN_LENGTH)}
    >
      <summary>
        {name !== undefined && <span className={styles.name}>{name}</span>}
        <span className={styles.size}>{isList ? `[ ${size} ]` : `{ ${size} }`}</span>
      </summary>
      <ul className={styles.entries}>
        {entries.slice(0, shown).map(([key, value]) => (
          <li key={key}>
            <Node name={key} value={value} depth={depth + 1} />
          </li>
        ))}
      </ul>
      {entries.length > shown && (
        <button type="button" className={styles.more} onClick={() => setShown(shown + ENTRIES_PER_PAGE * 10)}>
          {late.record.more(entries.length - shown)}
        </button>
      )}
    </details>
  );
}

function Node(props: { readonly name?: string; readonly value: Cell; readonly depth: number }) {
  const { name, value, depth } = props;
  if (value !== null && typeof value === 'object' && !isExact(value)) {
    const isList = Array.isArray(value);
    const entries: readonly Entry[] = isList
      ? value.map((item, i) => [String(i), item])
      : Object.entries(value);
    return <Branch name={name} entries={entries} isList={isList} depth={depth} />;
  }
  return (
    <span className={styles.leaf}>
      {name !== undefined && <span className={styles.name}>{name}</span>}
      <Leaf value={value} />
    </span>
  );
}

export function JsonTree({ value }: { readonly value: Cell }) {
  return (
    <div className={styles.tree}>
      <Node value={value} depth={0} />
    </div>
  );
}
