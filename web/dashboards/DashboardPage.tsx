// A dashboard: shared parameters above a grid of tiles, each of which runs and draws its own saved query.
import { useQueries, useQuery } from '@tanstack/react-query';
import { LayoutDashboard } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Tile } from '../../src/contract/dashboards.ts';
import { ApiError } from '../api/errors.ts';
import type { Dashboard, SavedQuery, Tagged } from '../api/saved.ts';
import { dashboardQuery, newestQuery } from '../library/keeping.ts';
import { ParameterInputs } from '../library/ParameterInputs.tsx';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { BoardTools } from './BoardTools.tsx';
import styles from './DashboardPage.module.css';
import { moveTile, readingOrder, resizeTile } from './layout.ts';
import { drillAddress, QueryTile, tileDocument } from './QueryTile.tsx';
import { givenArguments, givenValue, sharedParameters, withParameterValue } from './sharedParameters.ts';
import tileStyles from './Tile.module.css';
import { type Step, TileFrame } from './TileFrame.tsx';
import { TileText } from './TileText.tsx';
import { TileTextDialog } from './TileTextDialog.tsx';
import { tileTitle } from './tileTitle.ts';
import { type ArrangingState, useArranging } from './useArranging.ts';

interface PageProps {
  readonly model: Model;
  readonly slug: string;
  /** The parameter values in the address. */
  readonly given: string;
}

export default function DashboardPage(props: PageProps) {
  const { data, error, refetch } = useQuery(dashboardQuery(props.slug));
  useTitle(data?.value.title);
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Empty
        icon={<LayoutDashboard aria-hidden />}
        title={late.dashboards.gone}
        actions={<a href={hrefs.library('dashboards')}>{t.library.title}</a>}
      >
        {t.library.goneHint}
      </Empty>
    );
  }
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={10} />;
  return <Board {...props} kept={data} />;
}

/** The saved queries of the tiles, by slug. */
function useTileQueries(tiles: readonly Tile[]): ReadonlyMap<string, SavedQuery> {
  const slugs = [...new Set(tiles.flatMap(({ query }) => (query === undefined ? [] : [query])))];
  const answers = useQueries({ queries: slugs.map(newestQuery) });
  return new Map(answers.flatMap(({ data }) => (data ? [[data.value.slug, data.value] as const] : [])));
}

function Board({ model, slug, given, kept: saved }: PageProps & { readonly kept: Tagged<Dashboard> }) {
  const { value } = saved;
  const arranging = useArranging(saved);
  const queries = useTileQueries(arranging.tiles);
  const parameters = sharedParameters([...queries.values()].map((saved) => tileDocument(saved, '') ?? {}));
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1>{value.title}</h1>
          {value.description && <p>{value.description}</p>}
        </div>
        <BoardTools
          kept={saved}
          queries={queries}
          arranging={arranging}
          given={givenArguments(parameters, given)}
        />
      </header>
      {parameters.length > 0 && (
        <div className={styles.parameters}>
          <ParameterInputs
            parameters={parameters}
            given={(name) => {
              const parameter = parameters.find((one) => one.name === name);
              return parameter && givenValue(given, parameter);
            }}
            onGiven={(name, next) => navigate(hrefs.dashboard(slug, withParameterValue(given, name, next)))}
          />
        </div>
      )}
      {arranging.tiles.length === 0 ? (
        <Empty icon={<LayoutDashboard aria-hidden />} title={late.dashboards.empty}>
          {late.dashboards.emptyHint}
        </Empty>
      ) : (
        <Tiles model={model} given={given} arranging={arranging} queries={queries} />
      )}
    </div>
  );
}

function Tiles(props: {
  readonly model: Model;
  readonly given: string;
  readonly arranging: ArrangingState;
  readonly queries: ReadonlyMap<string, SavedQuery>;
}) {
  const { model, given, arranging, queries } = props;
  const { tiles, change, isOpen } = arranging;
  const [announcement, setAnnouncement] = useState('');
  const [editedText, setEditedText] = useState<number>();
  const grid = useRef<HTMLDivElement>(null);

  function step(index: number, kind: Step, dx: number, dy: number): void {
    const next = kind === 'move' ? moveTile(tiles, index, dx, dy) : resizeTile(tiles, index, dx, dy);
    const tile = next[index];
    change(() => next);
    if (tile) setAnnouncement(late.dashboards.place(tile.x, tile.y, tile.w, tile.h));
  }
  function remove(index: number, title: string): void {
    change((before) => before.filter((_, i) => i !== index));
    setAnnouncement(late.dashboards.tileRemoved(title));
    // Moves the focus to another tile after one is removed by keyboard.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>('section')?.focus());
  }
  const put = (index: number, next: Partial<Tile>) =>
    change((before) => before.map((tile, i) => (i === index ? { ...tile, ...next } : tile)));
  const wordedTile = editedText === undefined ? undefined : tiles[editedText];

  return (
    <>
      {isOpen && (
        <p id="arrange-hint" className={styles.hint}>
          {late.dashboards.moveHint}
        </p>
      )}
      <div ref={grid} className={tileStyles.grid} data-arranged={isOpen}>
        {readingOrderOf(tiles, isOpen).map((index) => {
          const tile = tiles[index];
          if (!tile) return null;
          const saved = queries.get(tile.query ?? '');
          const title = tileTitle(tile, queries);
          const { kind } = tile;
          return (
            <TileFrame
              key={`${index} ${tile.query}`}
              tile={tile}
              title={title}
              href={saved && drillAddress(tile, tileDocument(saved, given))}
              isArranged={isOpen}
              onStep={(what, dx, dy) => step(index, what, dx, dy)}
              onRemove={() => remove(index, title)}
              onKind={(next) => put(index, { kind: next })}
              onText={() => setEditedText(index)}
            >
              {kind === 'text' ? (
                <TileText text={tile.text ?? ''} />
              ) : (
                <QueryTile tile={{ ...tile, kind }} model={model} given={given} />
              )}
            </TileFrame>
          );
        })}
      </div>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
      {wordedTile && editedText !== undefined && (
        <TileTextDialog
          tile={wordedTile}
          title={tileTitle(wordedTile, queries)}
          onText={(text) => put(editedText, { text })}
          onClose={() => setEditedText(undefined)}
        />
      )}
    </>
  );
}

/** Tiles are in reading order in the DOM; while arranging they keep their DOM order, so that the focus is not lost. */
function readingOrderOf(tiles: readonly Tile[], isArranged: boolean): readonly number[] {
  return isArranged ? tiles.map((_, i) => i) : readingOrder(tiles);
}
