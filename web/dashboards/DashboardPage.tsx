// A dashboard: tiles of saved queries on a grid, their shared parameters above, each asked for and drawn on its own.
import { useQueries, useQuery } from '@tanstack/react-query';
import {
  Check,
  Copy,
  Ellipsis,
  LayoutDashboard,
  LayoutGrid,
  Pencil,
  Printer,
  RefreshCw,
  Trash2,
  Undo2,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Tile } from '../../src/contract/dashboards.ts';
import { queryClient } from '../answers/queries.ts';
import { ApiError } from '../api/errors.ts';
import type { Dashboard, SavedQuery, Tagged } from '../api/kept.ts';
import { AboutDialog } from '../library/AboutForm.tsx';
import { dashboardQuery, isMine, newestQuery, sayFailure, shelfActsOf } from '../library/keeping.ts';
import { ParameterInputs } from '../library/ParameterInputs.tsx';
import { t } from '../messages/index.ts';
import type { Model } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import { Switch } from '../ui/Switch.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { AddTile } from './AddTile.tsx';
import styles from './DashboardPage.module.css';
import { addTile, moveTile, readingOrder, resizeTile } from './layout.ts';
import { drillAddress, QueryTile, tileDocument } from './QueryTile.tsx';
import { givenValue, sharedParameters, withGiven } from './sharedParameters.ts';
import tileStyles from './Tile.module.css';
import { type Step, TileFrame } from './TileFrame.tsx';
import { TileText } from './TileText.tsx';
import { TileTextDialog } from './TileTextDialog.tsx';
import { type Arranging, useArranging } from './useArranging.ts';

interface PageProps {
  readonly model: Model;
  readonly slug: string;
  /** The values of the parameters, as the address has them. */
  readonly given: string;
}

export default function DashboardPage(props: PageProps) {
  const { data, error, refetch } = useQuery(dashboardQuery(props.slug));
  useTitle(data?.value.title);
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Empty
        icon={<LayoutDashboard aria-hidden />}
        title={t.dashboards.gone}
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

/** Everything that a tile has asked for. */
const asked = ['tile', 'chart', 'groups'];
const EVERY_MINUTE = 60_000;

async function refresh(): Promise<void> {
  await Promise.all(asked.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

function useRefreshing(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => void refresh(), EVERY_MINUTE);
    return () => clearInterval(timer);
  }, [on]);
}

/** The saved queries of the tiles, by slug. */
function useTileQueries(tiles: readonly Tile[]): ReadonlyMap<string, SavedQuery> {
  const slugs = [...new Set(tiles.flatMap(({ query }) => (query === undefined ? [] : [query])))];
  const answers = useQueries({ queries: slugs.map(newestQuery) });
  return new Map(answers.flatMap(({ data }) => (data ? [[data.value.slug, data.value] as const] : [])));
}

function Board({ model, slug, given, kept }: PageProps & { readonly kept: Tagged<Dashboard> }) {
  const { value } = kept;
  const arranging = useArranging(kept);
  const queries = useTileQueries(arranging.tiles);
  const [wall, setWall] = useState(false);
  useRefreshing(wall);
  const parameters = sharedParameters([...queries.values()].map((saved) => tileDocument(saved, '') ?? {}));
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1>{value.title}</h1>
          {value.description && <p>{value.description}</p>}
        </div>
        <Tools value={value} arranging={arranging} wall={wall} onWall={setWall} />
      </header>
      {parameters.length > 0 && (
        <div className={styles.parameters}>
          <ParameterInputs
            parameters={parameters}
            given={(name) => {
              const parameter = parameters.find((one) => one.name === name);
              return parameter && givenValue(given, parameter);
            }}
            onGiven={(name, next) => navigate(hrefs.dashboard(slug, withGiven(given, name, next)))}
          />
        </div>
      )}
      {arranging.tiles.length === 0 ? (
        <Empty icon={<LayoutDashboard aria-hidden />} title={t.dashboards.empty}>
          {t.dashboards.emptyHint}
        </Empty>
      ) : (
        <Tiles model={model} given={given} arranging={arranging} queries={queries} />
      )}
    </div>
  );
}

function Tools(props: {
  readonly value: Dashboard;
  readonly arranging: Arranging;
  readonly wall: boolean;
  readonly onWall: (on: boolean) => void;
}) {
  const { value, arranging } = props;
  const [describing, setDescribing] = useState(false);
  const mine = isMine(value);

  async function copy(): Promise<void> {
    try {
      navigate(hrefs.dashboard((await shelfActsOf.dashboards.copy(value.slug)).slug));
    } catch (error) {
      sayFailure(error);
    }
  }
  async function remove(): Promise<void> {
    if (await shelfActsOf.dashboards.remove(value.slug)) navigate(hrefs.library('dashboards'));
  }
  return (
    <div className={styles.tools}>
      {arranging.isOpen ? (
        <>
          <AddTile onAdd={(tile) => arranging.change((tiles) => addTile(tiles, tile))} />
          <Button look="main" icon={<Check aria-hidden />} onClick={() => void arranging.save()}>
            {t.dashboards.done}
          </Button>
          <Button look="quiet" icon={<Undo2 aria-hidden />} onClick={arranging.discard}>
            {t.dashboards.cancel}
          </Button>
        </>
      ) : (
        <>
          <Switch label={t.dashboards.wall} on={props.wall} onChange={props.onWall} />
          <IconButton label={t.dashboards.refresh} onClick={() => void refresh()}>
            <RefreshCw aria-hidden />
          </IconButton>
          <IconButton label={t.dashboards.print} onClick={() => window.print()}>
            <Printer aria-hidden />
          </IconButton>
          {mine && (
            <Button icon={<LayoutGrid aria-hidden />} onClick={arranging.open}>
              {t.dashboards.edit}
            </Button>
          )}
          <Menu
            trigger={
              <IconButton label={t.library.more(value.title)}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copy()}>
              {t.library.copy}
            </MenuItem>
            {mine && (
              <>
                <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setDescribing(true)}>
                  {t.library.rename}
                </MenuItem>
                <MenuLine />
                <MenuItem icon={<Trash2 aria-hidden />} onSelect={() => void remove()}>
                  {t.library.remove}
                </MenuItem>
              </>
            )}
          </Menu>
        </>
      )}
      {describing && (
        <AboutDialog
          open
          title={t.library.rename}
          start={value}
          submit={t.library.save}
          onSubmit={({ title, description, visibility }) =>
            shelfActsOf.dashboards.describe(value.slug, { title, description, visibility })
          }
          onClose={() => setDescribing(false)}
        />
      )}
    </div>
  );
}

function Tiles(props: {
  readonly model: Model;
  readonly given: string;
  readonly arranging: Arranging;
  readonly queries: ReadonlyMap<string, SavedQuery>;
}) {
  const { model, given, arranging, queries } = props;
  const { tiles, change, isOpen } = arranging;
  const [said, setSaid] = useState('');
  const [worded, setWorded] = useState<number>();
  const grid = useRef<HTMLDivElement>(null);

  function titleOf({ kind, text, query }: Tile): string {
    if (kind === 'text') return text?.split('\n')[0]?.replace(/^#+\s*/, '') || t.dashboards.textTile;
    return text || (queries.get(query ?? '')?.title ?? query ?? '');
  }
  function step(index: number, kind: Step, dx: number, dy: number): void {
    const next = kind === 'move' ? moveTile(tiles, index, dx, dy) : resizeTile(tiles, index, dx, dy);
    const tile = next[index];
    change(() => next);
    if (tile) setSaid(t.dashboards.place(tile.x, tile.y, tile.w, tile.h));
  }
  function remove(index: number, title: string): void {
    change((before) => before.filter((_, i) => i !== index));
    setSaid(t.dashboards.tileRemoved(title));
    // Whoever removed it by key goes on at another tile.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>('section')?.focus());
  }
  const put = (index: number, next: Partial<Tile>) =>
    change((before) => before.map((tile, i) => (i === index ? { ...tile, ...next } : tile)));
  const wordedTile = worded === undefined ? undefined : tiles[worded];

  return (
    <>
      {isOpen && (
        <p id="arrange-hint" className={styles.hint}>
          {t.dashboards.moveHint}
        </p>
      )}
      <div ref={grid} className={tileStyles.grid} data-arranged={isOpen}>
        {readingOrderOf(tiles, isOpen).map((index) => {
          const tile = tiles[index];
          if (!tile) return null;
          const saved = queries.get(tile.query ?? '');
          const title = titleOf(tile);
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
              onText={() => setWorded(index)}
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
        {said}
      </span>
      {wordedTile && worded !== undefined && (
        <TileTextDialog
          tile={wordedTile}
          title={titleOf(wordedTile)}
          onText={(text) => put(worded, { text })}
          onClose={() => setWorded(undefined)}
        />
      )}
    </>
  );
}

/** Tiles stand in the page as they are read; while one is moved they keep their places there, and so the focus. */
function readingOrderOf(tiles: readonly Tile[], isArranged: boolean): readonly number[] {
  return isArranged ? tiles.map((_, i) => i) : readingOrder(tiles);
}
