// The viewport of the map: zoom, level of detail, and following the chosen entity.
import { Panel, type ReactFlowInstance, useReactFlow, useStore } from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { late } from '../messages/late.ts';
import { IconButton } from '../ui/Button.tsx';
import type { EntityNodeType } from './EntityBox.tsx';
import styles from './MapCanvas.module.css';
import { NODE_WIDTH, nodeHeight } from './placement.ts';

export const fit = { padding: 0.08, maxZoom: 1 } as const;

export function Zoom() {
  const flow = useReactFlow();
  return (
    <Panel position="bottom-left" className={styles.zoom ?? ''}>
      <IconButton variant="plain" label={late.map.zoomIn} onClick={() => void flow.zoomIn()}>
        <Plus aria-hidden />
      </IconButton>
      <IconButton variant="plain" label={late.map.zoomOut} onClick={() => void flow.zoomOut()}>
        <Minus aria-hidden />
      </IconButton>
      <IconButton variant="plain" label={late.map.fit} onClick={() => void flow.fitView(fit)}>
        <Maximize aria-hidden />
      </IconButton>
    </Panel>
  );
}

/** Below this zoom only names can be read or clicked. */
const DISTANT_ZOOM = 0.57;

export function Distance({ children }: { readonly children: ReactNode }) {
  const distant = useStore(({ transform }) => transform[2] < DISTANT_ZOOM);
  return (
    <div className={styles.distance} data-distant={distant}>
      {children}
    </div>
  );
}

/** Below this zoom nothing is readable, so a part of the map is shown instead of all of it. */
const READABLE_ZOOM = 0.45;

/** Fits everything into view if it stays readable, or else the surroundings of the centre. */
function show(
  flow: ReactFlowInstance<EntityNodeType>,
  pane: Element | null,
  centre: string | undefined,
): void {
  const bounds = flow.getNodesBounds(flow.getNodes());
  const room = pane?.getBoundingClientRect();
  const zoom = room ? Math.min(room.width / bounds.width, room.height / bounds.height) * 0.9 : 1;
  const node = centre === undefined ? undefined : flow.getNode(centre);
  if (zoom >= READABLE_ZOOM || !node || !room) void flow.fitView(fit);
  else {
    // Children are to the right of their parents, so the centre is placed left of the middle.
    const ahead = (room.width / 2 / READABLE_ZOOM) * 0.6;
    void flow.setCenter(node.position.x + ahead, node.position.y, { zoom: READABLE_ZOOM });
  }
}

const PANEL_OPENING_MS = 80;

function reveal(flow: ReactFlowInstance<EntityNodeType>, pane: Element | null, name: string): void {
  const node = flow.getNode(name);
  const room = pane?.getBoundingClientRect();
  if (!node || !room) return;
  const { x, y, zoom } = flow.getViewport();
  const left = node.position.x * zoom + x;
  const top = node.position.y * zoom + y;
  const right = left + NODE_WIDTH * zoom;
  const bottom = top + nodeHeight(node.data.entity, node.data.compact) * zoom;
  if (left >= 0 && top >= 0 && right <= room.width && bottom <= room.height) return;
  void flow.setCenter(node.position.x + NODE_WIDTH / 2, node.position.y + 60, { zoom });
}

interface FollowProps {
  readonly pane: RefObject<HTMLElement | null>;
  readonly graphKey: string;
  readonly centre: string | undefined;
  readonly chosen: string | undefined;
}

/** Follows the map when it changes, and the chosen entity when it is chosen elsewhere. */
export function Follow({ pane, graphKey, centre, chosen }: FollowProps) {
  const flow = useReactFlow<EntityNodeType>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when, not what
  useEffect(() => {
    const frame = requestAnimationFrame(() => show(flow, pane.current, centre));
    return () => cancelAnimationFrame(frame);
  }, [flow, graphKey]);
  useEffect(() => {
    if (chosen === undefined) return;
    // Waits until the panel that the choice opens has taken its space.
    const timer = setTimeout(() => reveal(flow, pane.current, chosen), PANEL_OPENING_MS);
    return () => clearTimeout(timer);
  }, [flow, pane, chosen]);
  return null;
}
