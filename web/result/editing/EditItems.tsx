// The editing items in the menu of cells.
import { Eraser, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { late } from '../../messages/late.ts';
import { MenuItem, MenuLine } from '../../ui/Menu.tsx';

export function EditItems(props: {
  readonly rows: number;
  readonly canEdit: boolean;
  readonly canDelete: boolean;
  readonly isPending: boolean;
  readonly onEdit: () => void;
  readonly onClear: () => void;
  readonly onDelete: () => void;
  readonly onTakeBack: () => void;
}) {
  if (!props.canEdit && !props.canDelete) return null;
  return (
    <>
      {props.canEdit && (
        <>
          <MenuItem icon={<Pencil aria-hidden />} hint="F2" onSelect={props.onEdit}>
            {late.edit.editCell}
          </MenuItem>
          <MenuItem icon={<Eraser aria-hidden />} hint="Del" onSelect={props.onClear}>
            {late.edit.clearCells}
          </MenuItem>
        </>
      )}
      {props.isPending && (
        <MenuItem icon={<RotateCcw aria-hidden />} onSelect={props.onTakeBack}>
          {late.edit.takeBack}
        </MenuItem>
      )}
      {props.canDelete && (
        <MenuItem icon={<Trash2 aria-hidden />} onSelect={props.onDelete}>
          {late.edit.deleteRows(props.rows)}
        </MenuItem>
      )}
      <MenuLine />
    </>
  );
}
