// The drawing of the map: entities and relations to pan, zoom and choose from.
import {
  type Edge,
  MarkerType,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import '@xyflow/react/dist/base.css';
import { list } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { IconButton } from '../ui/Button.tsx';
import type { Standing } from './actions.ts';
import { EntityNode, type EntityNodeType } from './EntityNode.tsx';
import type { MapEdge, MapGraph } from './graph.ts';
import { LoopEdge } from './LoopEdge.tsx';
import { layOut, mainColumns } from './layout.ts';
import styles from './MapCanvas.module.css';

export interface MapCanvasProps {
  readonly graph: MapGraph;
  readonly standing: (name: string) => Standing;
  readonly usedEdges: ReadonlySet<string>;
  readonly chosen: string | undefined;
  /** Names only, where there are many entities or little room. */
  readonly compact: boolean;
  /** The map is a part of a page that scrolls: the wheel belongs to the page. */
  readonly inPage: boolean;
  readonly onChoose: (name: string | undefined) => void;
  readonly quickAdd: (name: string) => (() => void) | undefined;
}

const nodeTypes = { entity: EntityNode };
const edgeTypes = { loop: LoopEdge };
type Drawn = Omit<MapCanvasProps, 'inPage'>;

function nodesOf(props: Drawn): EntityNodeType[] {
  const spots = layOut(props.graph, props.compact);
  return props.graph.entities.map((entity) => ({
    id: entity.name,
    type: 'entity',
    position: { ...(spots.get(entity.name) ?? { x: 0, y: 0 }) },
    data: {
      entity,
      standing: props.standing(entity.name),
      chosen: props.chosen === entity.name,
      compact: props.compact,
      onChoose: () => props.onChoose(entity.name),
      onAdd: props.quickAdd(entity.name),
    },
  }));
}

function edgeOf(edge: MapEdge, look: 'used' | 'near' | 'quiet', named: boolean): Edge {
  const columns = list(edge.relation.own);
  return {
    id: edge.id,
    source: edge.owner,
    target: edge.target,
    sourceHandle: edge.relation.own[0] ?? null,
    ...(edge.owner === edge.target ? { type: 'loop' } : {}),
    ...(named ? { label: columns } : {}),
    labelBgPadding: [4, 2],
    labelBgBorderRadius: 4,
    ariaLabel: t.map.edge(edge.owner, columns, edge.target),
    className: styles[look] ?? '',
    markerEnd: {
      type: MarkerType.ArrowClosed,
      width: look === 'quiet' ? 16 : 10,
      height: look === 'quiet' ? 16 : 10,
      color: look === 'used' ? 'var(--accent)' : 'var(--text-faint)',
    },
    zIndex: look === 'used' ? 1 : 0,
  };
}

/** An edge starts at its column; only where that cannot be seen, or is in question, does it carry the name. */
function edgesOf({ graph, usedEdges, chosen, compact }: Drawn): Edge[] {
  const byName = new Map(graph.entities.map((entity) => [entity.name, entity]));
  return graph.edges.map((edge) => {
    const touches = edge.owner === chosen || edge.target === chosen;
    const used = usedEdges.has(edge.id);
    const owner = byName.get(edge.owner);
    const seen = owner && mainColumns(owner).some(({ name }) => name === edge.relation.own[0]);
    const named = touches || used || !(seen || compact);
    return edgeOf(edge, used ? 'used' : touches ? 'near' : 'quiet', named);
  });
}

function Zoom() {
  const flow = useReactFlow();
  return (
    <Panel position="bottom-right" className={styles.zoom ?? ''}>
      <IconButton look="plain" label={t.map.zoomIn} onClick={() => void flow.zoomIn()}>
        <Plus aria-hidden />
      </IconButton>
      <IconButton look="plain" label={t.map.zoomOut} onClick={() => void flow.zoomOut()}>
        <Minus aria-hidden />
      </IconButton>
      <IconButton look="plain" label={t.map.fit} onClick={() => void flow.fitView(fit)}>
        <Maximize aria-hidden />
      </IconButton>
    </Panel>
  );
}

const fit = { padding: 0.08, maxZoom: 1 } as const;

/** Below this nothing but names can be read or hit. */
const DISTANT = 0.57;

function Distance({ children }: { readonly children: ReactNode }) {
  const distant = useStore(({ transform }) => transform[2] < DISTANT);
  return (
    <div className={styles.distance} data-distant={distant}>
      {children}
    </div>
  );
}

/** Everything comes into view when the map changes, and the chosen entity when it is chosen from elsewhere. */
function Follow({ graphKey, chosen }: { readonly graphKey: string; readonly chosen: string | undefined }) {
  const flow = useReactFlow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when, not what
  useEffect(() => {
    const frame = requestAnimationFrame(() => void flow.fitView(fit));
    return () => cancelAnimationFrame(frame);
  }, [flow, graphKey]);
  useEffect(() => {
    const node = chosen === undefined ? undefined : flow.getNode(chosen);
    if (!node) return;
    const { x, y, zoom } = flow.getViewport();
    const left = node.position.x * zoom + x;
    const top = node.position.y * zoom + y;
    const pane = document.querySelector(`.${CSS.escape(styles.canvas ?? '')}`)?.getBoundingClientRect();
    if (!pane || (left >= 0 && top >= 0 && left < pane.width - 120 && top < pane.height - 60)) return;
    void flow.setCenter(node.position.x + 104, node.position.y + 60, { zoom: Math.max(zoom, 0.7) });
  }, [flow, chosen]);
  return null;
}

const ariaLabels = { 'node.a11yDescription.default': '', 'edge.a11yDescription.default': '' };

export function MapCanvas(props: MapCanvasProps) {
  const { graph, standing, usedEdges, chosen, compact, onChoose, quickAdd } = props;
  const nodes = useMemo(
    () => nodesOf({ graph, standing, usedEdges, chosen, compact, onChoose, quickAdd }),
    [graph, standing, usedEdges, chosen, compact, onChoose, quickAdd],
  );
  const edges = useMemo(
    () => edgesOf({ graph, standing, usedEdges, chosen, compact, onChoose, quickAdd }),
    [graph, standing, usedEdges, chosen, compact, onChoose, quickAdd],
  );
  const graphKey = graph.entities.map(({ name }) => name).join('\n');
  return (
    <section className={styles.canvas} aria-label={t.map.drawing(graph.entities.length, graph.edges.length)}>
      <ReactFlowProvider>
        <Distance>
          <ReactFlow
            nodes={nodes}
            edges={edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            ariaLabelConfig={ariaLabels}
            zoomOnScroll={!props.inPage}
            preventScrolling={!props.inPage}
            minZoom={0.1}
            maxZoom={1.5}
            fitView
            fitViewOptions={fit}
            onPaneClick={() => onChoose(undefined)}
          >
            <Zoom />
            <Follow graphKey={graphKey} chosen={chosen} />
          </ReactFlow>
        </Distance>
      </ReactFlowProvider>
    </section>
  );
}
