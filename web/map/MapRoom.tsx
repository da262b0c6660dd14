// The map as a room: the visible part, the chosen entity, and the available actions.
import { Share2, Waypoints, X } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { list } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { emptyDocument, type QueryDocument } from '../query/document.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Empty } from '../ui/States.tsx';
import { useTiny } from '../ui/screen.ts';
import { ViewSwitch } from '../ui/ViewSwitch.tsx';
import type { MapActions, QueryDistance } from './actions.ts';
import { EntityPanel } from './EntityPanel.tsx';
import {
  type ExtensionKind,
  edgesOfQuery,
  extendQuery,
  extensionKindsOf,
  extensionsTo,
  placesOf,
  type QueryExtension,
} from './extensions.ts';
import { graphAround, isLarge, mostConnected, wholeGraph } from './graph.ts';
import { InferredPanel } from './InferredPanel.tsx';
import { useInferred, withOffers } from './inferred.ts';
import { MapCanvas } from './MapCanvas.tsx';
import { MapList } from './MapList.tsx';
import styles from './MapRoom.module.css';
import { MapSearch } from './MapSearch.tsx';

interface MapRoomProps {
  readonly model: Model;
  /** Absent on the home page, where there is no query yet. */
  readonly doc?: QueryDocument;
  readonly edit?: (change: (doc: QueryDocument) => QueryDocument) => void;
}

type View = 'drawing' | 'list';

/** On a phone a list is more useful than a drawing that does not fit. */
const startingView = (tiny: boolean): View => (tiny ? 'list' : 'drawing');

/** With more entities, or on a phone, columns would be unreadable. */
const MAX_DETAILED = 12;

type Reach = 'whole' | '1' | '2';

function useGraph(model: Model, doc: QueryDocument) {
  const large = isLarge(model);
  const [reach, setReach] = useState<Reach>(large ? '1' : 'whole');
  const [centre, setCentre] = useState<string>();
  const inQuery = useMemo(
    () => [...new Set(placesOf(doc, model).map(({ entity }) => entity.name))],
    [doc, model],
  );
  const fallback = useMemo(
    () => (inQuery.length > 0 ? inQuery : [mostConnected(model) ?? '']),
    [inQuery, model],
  );
  const centres = useMemo(() => (centre === undefined ? fallback : [centre]), [centre, fallback]);
  const graph = useMemo(
    () => (reach === 'whole' ? wholeGraph(model) : graphAround(model, centres, Number(reach))),
    [model, reach, centres],
  );
  return { large, reach, setReach, centre, setCentre, centres, graph };
}

export default function MapRoom({ model, doc = emptyDocument, edit }: MapRoomProps) {
  const tiny = useTiny();
  const [view, setView] = useState(() => startingView(tiny));
  const [chosen, setChosen] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const inferred = useInferred(model);
  const [asked, setAsked] = useState(false);
  const { large, reach, setReach, centre, setCentre, centres, graph: declared } = useGraph(model, doc);
  const graph = useMemo(() => withOffers(declared, inferred), [declared, inferred]);

  const extensions = useCallback((name: string) => extensionsTo(doc, model, name), [doc, model]);
  const distances = useMemo(() => {
    const places = placesOf(doc, model);
    const found = new Map<string, QueryDistance>();
    for (const { entity } of places) for (const { entity: near } of entity.relations) found.set(near, 'near');
    for (const { entity } of places) found.set(entity.name, 'in');
    return found;
  }, [doc, model]);
  const distanceOf = useCallback((name: string): QueryDistance => distances.get(name) ?? 'far', [distances]);
  const usedEdges = useMemo(() => edgesOfQuery(doc, model), [doc, model]);
  const extendBy = useCallback(
    (way: QueryExtension, kind: ExtensionKind) => {
      edit?.((before) => extendQuery(before, model, way, kind));
      setAnnouncement(late.map.added(model.entities.get(way.relation.entity)?.label ?? way.relation.entity));
    },
    [edit, model],
  );
  const quickAdd = useCallback(
    (name: string) => {
      const found = extensions(name);
      const [way] = found;
      const [taking, ...others] = way ? extensionKindsOf(way.relation) : [];
      if (!way || found.length > 1 || taking === undefined || others.length > 0) return undefined;
      return () => extendBy(way, taking);
    },
    [extensions, extendBy],
  );

  const choose = useCallback((name: string | undefined) => {
    setAsked(false);
    setChosen(name);
  }, []);
  const label = (name: string) => model.entities.get(name)?.label ?? name;
  const actions: MapActions = {
    hasQuery: doc.entities.length > 0 && edit !== undefined,
    distanceOf,
    extensions,
    extend: extendBy,
    choose: (name) => {
      choose(name);
      // An entity outside the visible part cannot be chosen, so the map moves to it.
      if (name !== undefined && !graph.entities.some((entity) => entity.name === name)) setCentre(name);
    },
    focus: reach === 'whole' ? undefined : setCentre,
  };
  const entity = chosen === undefined ? undefined : model.entities.get(chosen);
  if (model.entities.size === 0) return <Empty icon={<Share2 aria-hidden />} title={late.map.empty} />;
  return (
    <div className={styles.room}>
      <div className={styles.tools}>
        <MapSearch model={model} onPick={actions.choose} />
        <ViewSwitch<Reach>
          label={late.map.reach}
          value={reach}
          onValue={setReach}
          options={[
            ...(large ? [] : [['whole', late.map.whole] as const]),
            ['1', late.map.hops(1)],
            ['2', late.map.hops(2)],
          ]}
        />
        {reach !== 'whole' && (
          <span className={styles.centre}>{late.map.centre(list(centres.slice(0, 3).map(label)))}</span>
        )}
        {reach !== 'whole' && centre !== undefined && (
          <Button small variant="quiet" onClick={() => setCentre(undefined)}>
            {late.map.backToQuery}
          </Button>
        )}
        {inferred.length > 0 && (
          <Button
            small
            icon={<Waypoints aria-hidden />}
            aria-pressed={asked}
            onClick={() => setAsked(!asked)}
          >
            {late.inferred.open(inferred.filter(({ state }) => state === 'proposed').length)}
          </Button>
        )}
        <div className={styles.view}>
          <ViewSwitch<View>
            label={late.map.viewAs}
            value={view}
            onValue={(next) => {
              setView(next);
              if (next === 'drawing' && tiny && reach === 'whole') setReach('1');
            }}
            options={[
              ['drawing', late.map.asDrawing],
              ['list', late.map.asList],
            ]}
          />
        </div>
      </div>
      {graph.omitted > 0 && <p className={styles.left}>{late.map.left(graph.omitted)}</p>}
      <div className={styles.stage} data-panel={asked || (entity !== undefined && view === 'drawing')}>
        {view === 'list' ? (
          <MapList graph={graph} model={model} actions={actions} chosen={chosen} />
        ) : (
          <MapCanvas
            graph={graph}
            distanceOf={distanceOf}
            usedEdges={usedEdges}
            chosen={chosen}
            compact={edit === undefined || graph.entities.length > MAX_DETAILED || tiny}
            down={tiny}
            inPage={edit === undefined}
            centre={reach === 'whole' ? undefined : centres[0]}
            onChoose={choose}
            quickAdd={quickAdd}
          />
        )}
        {asked ? (
          <aside className={styles.panel} aria-label={late.inferred.title}>
            <InferredPanel
              relations={inferred}
              model={model}
              onAnnounce={setAnnouncement}
              onClose={() => setAsked(false)}
            />
          </aside>
        ) : (
          view === 'drawing' &&
          entity && (
            <aside className={styles.panel} aria-label={late.map.select(entity.label)}>
              <EntityPanel entity={entity} model={model} actions={actions}>
                <header className={styles.panelHead}>
                  <h2>{entity.label}</h2>
                  <IconButton small label={t.common.close} onClick={() => setChosen(undefined)}>
                    <X aria-hidden />
                  </IconButton>
                </header>
              </EntityPanel>
            </aside>
          )
        )}
      </div>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </div>
  );
}
