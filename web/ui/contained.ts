// Stops pointer events at the edge of a floating panel. React lets them bubble through the portal to the panel's
// trigger: pressing an entry of a column's menu would also press the column's header.
import type { SyntheticEvent } from 'react';

const end = (event: SyntheticEvent) => event.stopPropagation();

export const contained = {
  onPointerDown: end,
  onMouseDown: end,
  onClick: end,
  onDoubleClick: end,
  onContextMenu: end,
};
