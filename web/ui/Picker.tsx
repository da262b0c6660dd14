// A search box over a list: type, move with the arrow keys, choose with Enter.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './classNames.ts';
import { SearchBox } from './Field.tsx';
import styles from './Picker.module.css';

export interface PickerGroup<T> {
  readonly label: string | undefined;
  readonly items: readonly T[];
}

export type PickingKey = 'Enter' | 'Tab';

export function Picker<T>(props: {
  readonly label: string;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly groups: readonly PickerGroup<T>[];
  readonly keyOf: (item: T) => string;
  readonly render: (item: T) => ReactNode;
  readonly onPick: (item: T, by: PickingKey) => void;
  /** What Tab does when nothing was searched for; otherwise Tab chooses like Enter. */
  readonly onTab?: () => void;
  readonly onActive?: (item: T | undefined) => void;
  readonly empty: string;
  readonly autoFocus?: boolean;
  /** The index of the item that is active at first; default: the first one. */
  readonly startAt?: number;
  /** The list does not match the search text yet. */
  readonly isBehind?: boolean;
}) {
  const { groups, keyOf, onActive, isBehind = false } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(Math.max(0, props.startAt ?? 0));
  const [pickedByKey, setPickedByKey] = useState<PickingKey>();
  const items = groups.flatMap((group) => group.items);
  const at = Math.min(place, items.length - 1);
  const active = items[at];
  const activeKey = active === undefined ? undefined : keyOf(active);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the item
  useEffect(() => onActive?.(active), [activeKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active item has moved
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [activeKey]);

  // Enter while the list lags behind is remembered, and takes the first result of the typed text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival counts
  useEffect(() => {
    if (isBehind || pickedByKey === undefined) return;
    setPickedByKey(undefined);
    if (active !== undefined) props.onPick(active, pickedByKey);
  }, [isBehind, pickedByKey]);

  function pickBy(key: PickingKey): void {
    if (isBehind) setPickedByKey(key);
    else if (active !== undefined) props.onPick(active, key);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setPlace(Math.max(0, Math.min(at + step, items.length - 1)));
    } else if (event.key === 'Enter' && (isBehind || active !== undefined)) {
      event.preventDefault();
      pickBy('Enter');
    } else if (event.key === 'Tab' && !event.shiftKey && props.onTab) {
      event.preventDefault();
      if (props.search.trim() === '') props.onTab();
      else pickBy('Tab');
    }
  }

  let index = -1;
  return (
    <div className={styles.picker}>
      <div className={styles.search}>
        <SearchBox
          label={props.label}
          value={props.search}
          onValue={(text) => {
            props.onSearch(text);
            setPlace(0);
            setPickedByKey(undefined);
          }}
          autoFocus={props.autoFocus ?? true}
          passesEscape
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={active === undefined ? undefined : `${id}-${at}`}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={id} role="listbox" aria-label={props.label} className={styles.list}>
        {groups.map((group, g) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups keep their places
          <div key={g} role="group" aria-label={group.label ?? props.label} hidden={group.items.length === 0}>
            {group.label && <div className={styles.group}>{group.label}</div>}
            {group.items.map((item) => {
              index += 1;
              const mine = index;
              return (
                <div
                  key={keyOf(item)}
                  id={`${id}-${mine}`}
                  role="option"
                  aria-selected={mine === at}
                  className={classNames(styles.item, mine === at && styles.active)}
                  onMouseMove={() => setPlace(mine)}
                  onClick={() => props.onPick(item, 'Enter')}
                >
                  {props.render(item)}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {items.length === 0 && <p className={styles.empty}>{props.empty}</p>}
    </div>
  );
}
