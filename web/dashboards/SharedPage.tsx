// What a login-free link shows: a dashboard, or the rows of a query, with the parameter values that its creator fixed.
import { useQuery } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { SharedDashboard, Tile, TileKind } from '../../src/contract/dashboards.ts';
import type { GridAnswer } from '../../src/contract/grid.ts';
import { callExact } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { type Cell, type Exactly, isExact, toNumber } from '../api/exact.ts';
import { late } from '../messages/late.ts';
import { CellText } from '../result/CellText.tsx';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { commonDigits } from '../values/cellStyle.ts';
import styles from './DashboardPage.module.css';
import { packTiles, readingOrder } from './layout.ts';
import { isMeasureName, sharedNumber } from './sharedNumber.ts';
import tileStyles from './Tile.module.css';
import { TileFrame } from './TileFrame.tsx';
import { TileText } from './TileText.tsx';
import { tileTitle } from './tileTitle.ts';

type Rows = Exactly<GridAnswer>;

/** Positions and sizes are plain numbers, unlike the numbers in the rows. */
type Shared = Rows | (Omit<Exactly<SharedDashboard>, 'tiles'> & { readonly tiles: readonly Exactly<Tile>[] });

const ROWS_SHOWN = 100;

/** Does not open the login form: an expired link is reported as such. */
function useShared<T>(path: string) {
  return useQuery({
    queryKey: ['shared', path],
    queryFn: ({ signal }) => callExact<T>(`/links/${path}`, { signal, waitForLogin: false }),
  });
}

export default function SharedPage({ secret }: { readonly secret: string }) {
  const link = encodeURIComponent(secret);
  const { data, error, refetch } = useShared<Shared>(`${link}?limit=${ROWS_SHOWN}`);
  const title = data && 'tiles' in data ? data.title : late.dashboards.shared;
  useTitle(title);
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Empty icon={<Link2Off aria-hidden />} title={late.dashboards.linkGone}>
        {late.dashboards.linkGoneHint}
      </Empty>
    );
  }
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={10} />;
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1>{title}</h1>
          {'tiles' in data && data.description && <p>{data.description}</p>}
        </div>
      </header>
      {'tiles' in data ? <SharedTiles link={link} board={data} /> : <SharedTable rows={data} drawn={false} />}
    </main>
  );
}

function SharedTiles(props: { readonly link: string; readonly board: Exclude<Shared, Rows> }) {
  const { link, board } = props;
  // The addresses of their rows use the order in which they were saved.
  const tiles = packTiles(
    board.tiles.map(({ x, y, w, h, ...tile }, number) => ({ ...tile, x: +x, y: +y, w: +w, h: +h, number })),
  );
  const titles = new Map(Object.entries(board.queries));
  const nothing = () => {};
  return (
    <div className={tileStyles.grid}>
      {readingOrder(tiles).map((index) => {
        const tile = tiles[index];
        if (!tile) return null;
        return (
          <TileFrame
            key={tile.number}
            // Drawing a chart needs its fields, which a link does not reveal; its rows are shown as a table with bars.
            tile={tile.kind === 'chart' ? { ...tile, kind: 'table' } : tile}
            title={tileTitle(tile, titles)}
            href={undefined}
            isArranged={false}
            onStep={nothing}
            onRemove={nothing}
            onKind={nothing}
            onText={nothing}
          >
            {tile.kind === 'text' ? (
              <TileText text={tile.text ?? ''} />
            ) : (
              <SharedTile
                path={`${link}/tiles/${tile.number}`}
                kind={tile.kind}
                isGrouped={titles.get(tile.query ?? '')?.grouped === true}
              />
            )}
          </TileFrame>
        );
      })}
    </div>
  );
}

interface SharedTileProps {
  readonly path: string;
  readonly kind: Exclude<TileKind, 'text'>;
  /** Whether the rows of its query are groups. */
  readonly isGrouped: boolean;
}

function SharedTile({ path, kind, isGrouped }: SharedTileProps) {
  const isNumber = kind === 'number';
  const { data, error, refetch } = useShared<Rows>(`${path}?limit=${isNumber ? 1 : ROWS_SHOWN}`);
  if (error instanceof ApiError && error.status === 404) {
    return <p className={tileStyles.quiet}>{late.dashboards.linkGone}</p>;
  }
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={3} label={late.dashboards.loadingTile} />;
  if (!isNumber) return <SharedTable rows={data} drawn={kind === 'chart'} />;
  const shown = sharedNumber(data, isGrouped);
  if (shown === undefined) return <p className={tileStyles.quiet}>{late.dashboards.noNumber}</p>;
  return (
    <p className={tileStyles.number}>
      <strong>
        <CellText value={shown.value} type={undefined} />
      </strong>
      <span>{shown.label}</span>
    </p>
  );
}

/** The column whose numbers a chart would draw: the first measure of groups, or else the last numeric column. */
function drawnColumn({ cols, data }: Rows): number {
  const numbers = cols.map((_, i) => data.some((row) => isExact(row[i])));
  const measured = cols.findIndex((name, i) => numbers[i] && isMeasureName(name));
  return measured < 0 ? numbers.lastIndexOf(true) : measured;
}

/** The length of the bar behind each number, in percent of the longest. */
function lengthsOf(rows: Rows): readonly (number | undefined)[] {
  const column = drawnColumn(rows);
  const sizes = rows.data.map((row) => Math.abs(toNumber(row[column] ?? null) ?? 0));
  const longest = Math.max(...sizes);
  return sizes.map((size) => (longest > 0 ? Math.round((100 * size) / longest) : undefined));
}

function SharedTable({ rows, drawn }: { readonly rows: Rows; readonly drawn: boolean }) {
  const { cols, data } = rows;
  if (data.length === 0) return <p className={tileStyles.quiet}>{late.dashboards.noRows}</p>;
  const isNumber = (cell: Cell | undefined) => isExact(cell);
  const drawnAt = drawn ? drawnColumn(rows) : -1;
  const lengths = drawn ? lengthsOf(rows) : [];
  const digits = cols.map((_, i) => commonDigits(data.map((row) => row[i] ?? null)));
  return (
    <>
      <table className={tileStyles.table}>
        <thead>
          <tr>
            {cols.map((name, i) => (
              <th key={name} scope="col" data-number={isNumber(data[0]?.[i])}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are replaced as a whole
            <tr key={n}>
              {cols.map((name, i) => (
                <td key={name} data-number={isNumber(row[i])} {...(i === drawnAt && barOf(lengths[n]))}>
                  <CellText value={row[i] ?? null} type={undefined} digits={digits[i]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {data.length === ROWS_SHOWN && (
        <p className={tileStyles.quiet}>{late.dashboards.rowsShown(ROWS_SHOWN)}</p>
      )}
    </>
  );
}

/** The bar behind a number, as attributes for the style sheet. */
function barOf(length: number | undefined) {
  // React's style type lacks custom properties.
  return { 'data-length': length, style: { '--length': `${length ?? 0}%` } as CSSProperties };
}
