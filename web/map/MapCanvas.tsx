// The drawing of the map: pan, zoom, and choose entities and relations.
import { type Edge, MarkerType, ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import '@xyflow/react/dist/base.css';
import { list } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import type { Entity } from '../model/model.ts';
import type { QueryDistance } from './actions.ts';
import { EntityBox, type EntityNodeType } from './EntityBox.tsx';
import type { MapEdge, MapGraph } from './graph.ts';
import { LoopEdge } from './LoopEdge.tsx';
import styles from './MapCanvas.module.css';
import { mainColumns, placeEntities } from './placement.ts';
import { Distance, Follow, fit, Zoom } from './Viewpoint.tsx';

export interface MapCanvasProps {
  readonly graph: MapGraph;
  readonly distanceOf: (name: string) => QueryDistance;
  readonly usedEdges: ReadonlySet<string>;
  readonly chosen: string | undefined;
  /** Names only, if there are many entities or the space is small. */
  readonly compact: boolean;
  /** Parents are above their children, because the screen is taller than wide. */
  readonly down: boolean;
  /** The map is part of a scrolling page, so the wheel scrolls the page. */
  readonly inPage: boolean;
  /** The entity at the centre, if only a part of the map is drawn. */
  readonly centre: string | undefined;
  readonly onChoose: (name: string | undefined) => void;
  readonly quickAdd: (name: string) => (() => void) | undefined;
}

const nodeTypes = { entity: EntityBox };
const edgeTypes = { loop: LoopEdge };
type Drawn = Omit<MapCanvasProps, 'inPage' | 'centre'>;

function nodesOf(props: Drawn): EntityNodeType[] {
  const spots = placeEntities(props.graph, props.compact, props.down);
  return props.graph.entities.map((entity) => ({
    id: entity.name,
    type: 'entity',
    position: { ...(spots.get(entity.name) ?? { x: 0, y: 0 }) },
    data: {
      entity,
      starts: edgeColumnsOf(props.graph, entity),
      standing: props.distanceOf(entity.name),
      chosen: props.chosen === entity.name,
      compact: props.compact,
      down: props.down,
      onChoose: () => props.onChoose(entity.name),
      onAdd: props.quickAdd(entity.name),
    },
  }));
}

function edgeColumnsOf({ edges }: MapGraph, { name }: Entity): readonly string[] {
  return [...new Set(edges.flatMap(({ owner, own }) => (owner === name ? own.slice(0, 1) : [])))];
}

function edgeOf(
  edge: MapEdge,
  owner: Entity | undefined,
  variant: 'used' | 'near' | 'quiet' | 'offer',
  named: boolean,
): Edge {
  const columns = list(edge.own.map((name) => owner?.column.get(name)?.label ?? name));
  return {
    id: edge.id,
    source: edge.owner,
    target: edge.target,
    sourceHandle: edge.own[0] ?? null,
    ...(edge.owner === edge.target ? { type: 'loop' } : {}),
    ...(named ? { label: columns } : {}),
    labelBgPadding: [4, 2],
    labelBgBorderRadius: 4,
    ariaLabel: (edge.isOffer ? late.inferred.offer : late.map.edge)(edge.owner, columns, edge.target),
    className: styles[variant] ?? '',
    markerEnd: {
      type: MarkerType.ArrowClosed,
      width: variant === 'quiet' ? 16 : 10,
      height: variant === 'quiet' ? 16 : 10,
      color: variant === 'used' ? 'var(--accent)' : 'var(--text-faint)',
    },
    zIndex: variant === 'used' ? 1 : 0,
  };
}

/** An edge starts at its column. It is labelled with the column only if the column is hidden or ambiguous. */
function edgesOf({ graph, usedEdges, chosen, compact }: Drawn): Edge[] {
  const byName = new Map(graph.entities.map((entity) => [entity.name, entity]));
  return graph.edges.map((edge) => {
    const touches = edge.owner === chosen || edge.target === chosen;
    const used = usedEdges.has(edge.id);
    const owner = byName.get(edge.owner);
    const seen = owner && mainColumns(owner).some(({ name }) => name === edge.own[0]);
    const named = touches || used || !(seen || compact);
    if (edge.isOffer) return edgeOf(edge, owner, 'offer', true);
    return edgeOf(edge, owner, used ? 'used' : touches ? 'near' : 'quiet', named);
  });
}

const ariaLabels = { 'node.a11yDescription.default': '', 'edge.a11yDescription.default': '' };

export function MapCanvas(props: MapCanvasProps) {
  const { graph, distanceOf, usedEdges, chosen, compact, down, onChoose, quickAdd } = props;
  const nodes = useMemo(
    () => nodesOf({ graph, distanceOf, usedEdges, chosen, compact, down, onChoose, quickAdd }),
    [graph, distanceOf, usedEdges, chosen, compact, down, onChoose, quickAdd],
  );
  const edges = useMemo(
    () => edgesOf({ graph, distanceOf, usedEdges, chosen, compact, down, onChoose, quickAdd }),
    [graph, distanceOf, usedEdges, chosen, compact, down, onChoose, quickAdd],
  );
  const pane = useRef<HTMLElement>(null);
  const graphKey = graph.entities.map(({ name }) => name).join('\n');
  return (
    <section
      ref={pane}
      className={styles.canvas}
      aria-label={late.map.drawing(graph.entities.length, graph.edges.length)}
    >
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
            <Follow pane={pane} graphKey={graphKey} centre={props.centre} chosen={chosen} />
          </ReactFlow>
        </Distance>
      </ReactFlowProvider>
    </section>
  );
}
