// Stops pointer events at the edge of a floating panel. React lets them bubble through the portal to the panel's
// trigger: pressing an entry of a column's menu would also press the column's header.
import type { SyntheticEvent } from 'react';

const stopPropagation = (event: SyntheticEvent) => event.stopPropagation();

export const containedEvents = {
  onPointerDown: stopPropagation,
  onMouseDown: stopPropagation,
  onClick: stopPropagation,
  onDoubleClick: stopPropagation,
  onContextMenu: stopPropagation,
};
