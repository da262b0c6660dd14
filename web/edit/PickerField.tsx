// A field whose value is chosen from a list: a button that shows the value and opens the list.
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Popover } from '../ui/Popover.tsx';
import styles from './Edit.module.css';

export interface ListSearch {
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

export function PickerField(props: {
  readonly id?: string;
  /** The name of the list. */
  readonly label: string;
  readonly labelId: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly autoFocus: boolean;
  readonly shown: ReactNode;
  readonly list: (search: ListSearch, close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  return (
    <Popover
      label={props.label}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setSearch('');
      }}
      wide
      trigger={
        <button
          id={props.id}
          type="button"
          className={styles.reference}
          aria-labelledby={`${props.labelId} ${props.labelId}-value`}
          aria-describedby={props.describedBy}
          aria-invalid={props.invalid}
          // biome-ignore lint/a11y/noAutofocus: the form was just asked for
          autoFocus={props.autoFocus}
        >
          <span id={`${props.labelId}-value`}>{props.shown}</span>
          <ChevronDown aria-hidden />
        </button>
      }
    >
      {props.list({ search, onSearch: setSearch }, () => setOpen(false))}
    </Popover>
  );
}
