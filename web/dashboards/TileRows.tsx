// A query as a table or as a single number on a dashboard.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Cell, toNumber } from '../api/exact.ts';
import { resources } from '../api/resources.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { type ResultColumn, rootLabel, shownColumns } from '../query/columns.ts';
import { toUniGrid } from '../query/request.ts';
import { toRows } from '../query/rows.ts';
import { CellText } from '../result/CellText.tsx';
import { ResultCell } from '../result/ResultCell.tsx';
import { disambiguatedName, sharedNames } from '../result/sharedNames.ts';
import { referencedName } from '../result/useCopyCells.ts';
import { useSpans } from '../result/useSpans.ts';
import { hrefs } from '../state/addresses.ts';
import { ownValue } from '../state/ownValue.ts';
import { navigate } from '../state/route.ts';
import { Failure, Loading } from '../ui/States.tsx';
import { commonDigits } from '../values/cellStyle.ts';
import { keyTexts } from '../values/records.ts';
import { isNumeric } from '../values/types.ts';
import { useWorkbench } from '../workbench/context.ts';
import { numberLabel } from './sharedNumber.ts';
import styles from './Tile.module.css';

/** The workbench shows further rows. */
const ROWS_SHOWN = 100;

/** Numbers are right-aligned; a foreign key shows a name instead. */
function isRight(column: ResultColumn): boolean {
  return isNumeric(column.type) && !(column.kind === 'field' && column.pointsTo);
}

export default function TileTable() {
  const { doc, model, now } = useWorkbench();
  const columns = useMemo(() => shownColumns(doc, model).filter(({ kind }) => kind !== 'list'), [doc, model]);
  const { query, extras } = useMemo(() => toRows(doc, model, now), [doc, model, now]);
  const { data, error, refetch } = useQuery({
    queryKey: ['tile', 'rows', query],
    queryFn: ({ signal }) => resources.query(query, { offset: 0, limit: ROWS_SHOWN, count: 'none' }, signal),
  });
  const spans = useSpans(query, columns, doc.view.formats);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={4} label={late.dashboards.loadingTile} />;
  if (data.data.length === 0) return <p className={styles.quiet}>{late.dashboards.noRows}</p>;
  const { cols, data: rows } = data;
  const cellOf = (row: readonly Cell[], name: string): Cell => row[cols.indexOf(name)] ?? null;
  const digits = new Map(
    columns
      .filter(({ type }) => type === 'numeric')
      .map((column) => [
        column.id,
        commonDigits(
          rows.map((row) => cellOf(row, column.id)),
          column,
        ),
      ]),
  );
  const shared = sharedNames(doc, extras, rows, cellOf);
  const namesOf = (row: readonly Cell[], column: ResultColumn) => {
    const label =
      column.kind === 'field'
        ? referencedName(row, extras.records.get(column.alias)?.label, cellOf)
        : undefined;
    if (label === undefined || column.kind !== 'field') return { label };
    return { label, toldApart: disambiguatedName(shared, column.alias, label, cellOf(row, column.id)) };
  };
  const recordOf = (row: readonly Cell[], column: ResultColumn) => {
    if (column.kind !== 'field' || !column.pointsTo) return undefined;
    const names = extras.records.get(column.alias)?.key;
    const key = names && keyTexts(names.map((name) => cellOf(row, name)));
    return key && { entity: column.pointsTo.entity, key };
  };
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-number={isRight(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are replaced as a whole
            <tr key={i}>
              {columns.map((column) => (
                <td key={column.id} data-number={isRight(column)}>
                  <ResultCell
                    column={column}
                    value={cellOf(row, column.id)}
                    {...namesOf(row, column)}
                    record={recordOf(row, column)}
                    digits={digits.get(column.id)}
                    span={spans.get(column.id)}
                    format={ownValue(doc.view.formats, column.id)}
                    onPeek={({ entity, key }) => navigate(hrefs.record(entity, key))}
                    list={undefined}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === ROWS_SHOWN && <p className={styles.quiet}>{late.dashboards.rowsShown(ROWS_SHOWN)}</p>}
    </>
  );
}

/** The first measure of a grouped query; for any other query the row count. */
export function TileNumber() {
  const { doc, model, now } = useWorkbench();
  const column = useMemo(() => {
    const shown = shownColumns(doc, model);
    return doc.grouped
      ? (shown.find(({ kind }) => kind === 'measure') ?? shown.find(({ type }) => isNumeric(type)))
      : undefined;
  }, [doc, model]);
  const query = useMemo(() => toUniGrid(doc, now), [doc, now]);
  const { data, error, refetch } = useQuery({
    queryKey: ['tile', 'number', query],
    queryFn: ({ signal }) =>
      resources.query(query, { offset: 0, limit: doc.grouped ? 1 : 0, count: 'exact' }, signal),
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={2} label={late.dashboards.loadingTile} />;
  if (doc.grouped && !column) return <p className={styles.quiet}>{late.dashboards.noNumber}</p>;
  const value = column ? (data.data[0]?.[data.cols.indexOf(column.id)] ?? null) : data.size.total;
  const label = column
    ? numberLabel(column.label, toNumber(data.size.total))
    : t.query.countOf(rootLabel(doc, model, doc.entities[0]?.alias ?? ''));
  return (
    <p className={styles.number}>
      <strong>
        <CellText
          value={value}
          type={column?.type ?? 'integer'}
          isRounded={column?.isRounded}
          format={column && ownValue(doc.view.formats, column.id)}
        />
      </strong>
      <span>{label}</span>
    </p>
  );
}
