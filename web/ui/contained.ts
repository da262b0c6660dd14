// Pointer events of a floating panel end with it. React would hand them on to whatever opened the panel: a press on an
// entry of a column's menu would be one on the column's head too.
import type { SyntheticEvent } from 'react';

const end = (event: SyntheticEvent) => event.stopPropagation();

export const contained = {
  onPointerDown: end,
  onMouseDown: end,
  onClick: end,
  onDoubleClick: end,
  onContextMenu: end,
};
