// The number of hidden columns, and a menu that shows them again.
import { Eye, EyeOff } from 'lucide-react';
import { late } from '../messages/late.ts';
import { resultColumns } from '../query/columns.ts';
import { showColumn } from '../query/view.ts';
import { Button } from '../ui/Button.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx';
import { useWorkbench } from '../workbench/context.ts';

export function HiddenColumns() {
  const { doc, model, edit } = useWorkbench();
  const hidden = resultColumns(doc, model).filter(({ id }) => doc.view.hidden.includes(id));
  if (hidden.length === 0) return null;
  return (
    <Menu
      align="start"
      trigger={
        <Button small variant="quiet" icon={<EyeOff aria-hidden />}>
          {late.grid.hiddenColumns(hidden.length)}
        </Button>
      }
    >
      {hidden.map(({ id, label }) => (
        <MenuItem key={id} icon={<Eye aria-hidden />} onSelect={() => edit((doc) => showColumn(doc, id))}>
          {late.grid.showColumn(label)}
        </MenuItem>
      ))}
      {hidden.length > 1 && (
        <>
          <MenuLine />
          <MenuItem
            onSelect={() => edit((doc) => hidden.reduce((next, { id }) => showColumn(next, id), doc))}
          >
            {late.grid.showAllColumns}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
