// A relation of an entity to itself, drawn as a loop above its head, or beside it if edges go down.
import { BaseEdge, type EdgeProps } from '@xyflow/react';

export function LoopEdge(props: EdgeProps) {
  const { id, sourceX, sourceY, targetX, targetY, markerEnd, label, style } = props;
  const left = sourceX - 40;
  const top = targetY - 48;
  const half = (targetY - sourceY) / 2;
  // Leaves at the column, goes over the top, and enters where other edges arrive.
  const path =
    sourceX === targetX
      ? `M${sourceX} ${sourceY} c0 -28, 140 -28, 140 ${half} c0 ${half + 28}, -140 ${half + 28}, -140 ${half}`
      : `M${sourceX} ${sourceY} C${left} ${sourceY}, ${left} ${top}, ${sourceX + 30} ${top} L${targetX - 30} ${top} C${targetX + 26} ${top}, ${targetX + 26} ${targetY}, ${targetX} ${targetY}`;
  return (
    <BaseEdge
      id={id}
      path={path}
      label={label}
      labelX={(sourceX + targetX) / 2}
      labelY={top}
      labelBgPadding={[4, 2]}
      labelBgBorderRadius={4}
      {...(markerEnd === undefined ? {} : { markerEnd })}
      {...(style === undefined ? {} : { style })}
    />
  );
}
