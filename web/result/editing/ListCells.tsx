// In-cell editors of the grid that choose from a list below the cell.
import { type ReactNode, useState } from 'react';
import type { Cell } from '../../api/exact.ts';
import { ValueChoices } from '../../edit/ChoiceEditor.tsx';
import type { ListSearch } from '../../edit/PickerField.tsx';
import { Choices } from '../../edit/ReferenceEditor.tsx';
import type { Relation } from '../../model/model.ts';
import type { PickingKey } from '../../ui/Picker.tsx';
import { Popover } from '../../ui/Popover.tsx';
import styles from './CellEditor.module.css';
import type { CellEditorProps } from './CellEditor.tsx';

export function ReferenceCell(props: CellEditorProps & { readonly relation: Relation }) {
  const { model, relation } = props;
  return (
    <ListCell
      {...props}
      list={(search, pick, onTab) => (
        <Choices
          {...search}
          model={model}
          relation={relation}
          onPick={(value, _, by) => pick(value, by)}
          onTab={onTab}
        />
      )}
    />
  );
}

export function ChoiceCell(props: CellEditorProps) {
  const { column, value } = props;
  return (
    <ListCell
      {...props}
      list={(search, pick, onTab) => (
        <ValueChoices {...search} column={column} value={value} onPick={pick} onTab={onTab} />
      )}
    />
  );
}

/** The value is chosen from a list below the cell. */
function ListCell({
  typed = '',
  label,
  onValue,
  onClose,
  list,
}: CellEditorProps & {
  readonly list: (
    search: ListSearch,
    pick: (value: Cell, by: PickingKey) => void,
    onTab: () => void,
  ) => ReactNode;
}) {
  const [search, setSearch] = useState(typed);
  function pick(value: Cell, by: PickingKey): void {
    onValue(value);
    onClose(by === 'Tab' ? 'next' : 'stay');
  }
  return (
    <Popover
      open
      wide
      label={label}
      onOpenChange={(open) => {
        if (!open) onClose('stay');
      }}
      trigger={<span className={styles.anchor} />}
    >
      {list({ search, onSearch: setSearch }, pick, () => onClose('next'))}
    </Popover>
  );
}
