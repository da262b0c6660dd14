// A relation of an entity to itself, drawn as an ear on its side.
import { BaseEdge, type EdgeProps } from '@xyflow/react';

export function LoopEdge({
  id,
  targetX,
  targetY,
  markerEnd,
  label,
  style,
  labelStyle,
  labelBgStyle,
}: EdgeProps) {
  const path = `M${targetX} ${targetY + 26} C${targetX + 54} ${targetY + 38}, ${targetX + 54} ${targetY - 12}, ${targetX + 2} ${targetY}`;
  return (
    <BaseEdge
      id={id}
      path={path}
      {...(markerEnd === undefined ? {} : { markerEnd })}
      {...(style ? { style } : {})}
      label={label}
      labelX={targetX + 42}
      labelY={targetY + 38}
      {...(labelStyle ? { labelStyle } : {})}
      {...(labelBgStyle ? { labelBgStyle } : {})}
      labelBgPadding={[4, 2]}
      labelBgBorderRadius={4}
    />
  );
}
