// A saved query on a dashboard: requested, drawn, and failing independently of the other tiles.
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import type { Tile, TileKind } from '../../src/contract/dashboards.ts';
import { operatorsQuery } from '../answers/queries.ts';
import { ApiError } from '../api/errors.ts';
import type { SavedQuery } from '../api/saved.ts';
import { newestQuery } from '../library/keeping.ts';
import { labelOf } from '../library/ParameterInputs.tsx';
import { list } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { encode } from '../query/codec/codec.ts';
import type { QueryDocument } from '../query/document.ts';
import type { Operators } from '../query/filters/operators.ts';
import { today } from '../query/filters/relative.ts';
import { missingParameters } from '../query/parameters.ts';
import { fromSaved } from '../query/saved.ts';
import { unknownNames } from '../query/unknownNames.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { lazyRoom } from '../ui/lazyRoom.tsx';
import { Failure, Loading } from '../ui/States.tsx';
import { type Workbench, WorkbenchContext } from '../workbench/context.ts';
import { withArguments } from './sharedParameters.ts';
import styles from './Tile.module.css';
import TileTable, { TileNumber } from './TileRows.tsx';

const ChartTab = lazyRoom(() => import('../charts/ChartTab.tsx'));

const noOperators: Operators = new Map();

const rooms: Record<Exclude<TileKind, 'text'>, () => React.ReactNode> = {
  table: () => <TileTable />,
  chart: () => <ChartTab bare />,
  number: () => <TileNumber />,
};

/** A tile's query with the dashboard's parameter values. */
export function tileDocument(saved: SavedQuery, given: string): QueryDocument | undefined {
  const doc = fromSaved(saved.unigrid, saved.view);
  return doc && withArguments(doc, given);
}

/** The target of a click on a tile's heading: the same query with the same values, in the workbench. */
export function drillAddress(tile: Tile, doc: QueryDocument | undefined): string {
  const tab = tile.kind === 'chart' ? 'chart' : undefined;
  return hrefs.saved(tile.query ?? '', doc ? encode(doc) : '', tab);
}

/** For the rooms of the workbench, a tile is a workbench whose edits open the real one. */
function useTileBench(model: Model, doc: QueryDocument, slug: string): Workbench {
  const { data: operators = noOperators } = useQuery(operatorsQuery);
  const day = today().getTime();
  return useMemo((): Workbench => {
    const nothing = () => {};
    return {
      model,
      operators,
      doc,
      code: encode(doc),
      saved: slug,
      now: new Date(day),
      edit: (change) => navigate(hrefs.saved(slug, encode(change(doc)))),
      undo: undefined,
      redo: undefined,
      peek: (record) => record && navigate(hrefs.record(record.entity, record.key)),
      draft: undefined,
      setDraft: nothing,
      refused: undefined,
      setRefused: nothing,
    };
  }, [model, operators, doc, slug, day]);
}

export function QueryTile(props: {
  readonly tile: Tile & { readonly kind: Exclude<TileKind, 'text'> };
  readonly model: Model;
  readonly given: string;
}) {
  const { tile, model, given } = props;
  const slug = tile.query ?? '';
  const { data, error, refetch } = useQuery(newestQuery(slug));
  const saved = data?.value;
  const doc = useMemo(() => saved && tileDocument(saved, given), [saved, given]);
  if (error instanceof ApiError && error.status === 404) {
    return <p className={styles.quiet}>{late.dashboards.lostQuery}</p>;
  }
  if (error && !saved) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!saved) return <Loading lines={3} label={late.dashboards.loadingTile} />;
  if (!doc) return <p className={styles.quiet}>{t.library.elsewhereHint}</p>;
  if (unknownNames(doc, model).length > 0) {
    return (
      <p className={styles.quiet}>
        {t.library.broken}. <a href={hrefs.saved(slug)}>{t.library.brokenRepair}</a>
      </p>
    );
  }
  const missing = missingParameters(doc);
  if (missing.length > 0) {
    return <p className={styles.quiet}>{t.library.parameterMissing(list(missing.map(labelOf)))}</p>;
  }
  return <TileBench model={model} doc={doc} slug={slug} kind={tile.kind} />;
}

function TileBench(props: {
  readonly model: Model;
  readonly doc: QueryDocument;
  readonly slug: string;
  readonly kind: Exclude<TileKind, 'text'>;
}) {
  const bench = useTileBench(props.model, props.doc, props.slug);
  return (
    <WorkbenchContext value={bench}>
      <Boundary resetKey={bench.code}>
        <Suspense fallback={<Loading lines={3} />}>{rooms[props.kind]()}</Suspense>
      </Boundary>
    </WorkbenchContext>
  );
}
