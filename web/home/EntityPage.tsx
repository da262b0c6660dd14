// An entity's first rows.
import { useQuery } from '@tanstack/react-query';
import { sampleQuery } from '../api/queries.ts';
import { CellText } from '../grid/CellText.tsx';
import { t } from '../messages/index.ts';
import type { Model } from '../model/model.ts';
import { hrefs } from '../router.ts';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import styles from './EntityPage.module.css';

const FIRST_ROWS = 50;

export default function EntityPage({ model, name }: { readonly model: Model; readonly name: string }) {
  const entity = model.entities.get(name);
  const { data, error, refetch } = useQuery({
    ...sampleQuery(name, FIRST_ROWS),
    enabled: entity !== undefined,
  });
  if (!entity) {
    return (
      <Empty title={t.home.unknownEntity(name)} actions={<a href={hrefs.home}>{t.common.goHome}</a>}>
        {t.home.unknownEntityHint}
      </Empty>
    );
  }
  return (
    <div className={styles.page}>
      <h1>{entity.label}</h1>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={12} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className={styles.scroller} tabIndex={0} aria-label={t.home.firstRows(entity.label)}>
          <table>
            <thead>
              <tr>
                {entity.columns.map((column) => (
                  <th key={column.name} scope="col" title={column.nativeType}>
                    {column.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.data.map((record, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a page of rows is replaced as a whole
                <tr key={row}>
                  {entity.columns.map((column) => (
                    <td key={column.name}>
                      <CellText value={record[column.name] ?? null} type={column.type} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
