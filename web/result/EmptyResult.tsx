// No rows: shows which filter excluded them all, and removes it with one click.
import { useQueries } from '@tanstack/react-query';
import { FilterX } from 'lucide-react';
import { resources } from '../api/resources.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { clearRules } from '../query/filters/rules.ts';
import { placeParts } from '../query/filters/ruleWords.ts';
import { filterPlaces } from '../query/filters/textSearch.ts';
import { removeFilter } from '../query/groups/counting.ts';
import { toUniGrid } from '../query/request.ts';
import { Button } from '../ui/Button.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { Empty } from '../ui/States.tsx';
import { useWorkbench } from '../workbench/context.ts';
import styles from './EmptyResult.module.css';

const MAX_FILTERS = 8;

export function EmptyResult() {
  const { doc, model, operators, now, edit } = useWorkbench();
  const places = filterPlaces(doc, model).slice(0, MAX_FILTERS);
  const without = useQueries({
    queries: places.map((place) => {
      const query = toUniGrid(removeFilter(doc, model, place), now);
      return {
        queryKey: ['count', query],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          resources.query(query, { offset: 0, limit: 0, count: 'exact' }, signal),
      };
    }),
  });
  if (places.length === 0) {
    return <Empty title={late.workbench.noRows}>{late.workbench.noRowsHint}</Empty>;
  }
  return (
    <Empty
      icon={<FilterX aria-hidden />}
      title={late.workbench.noRowsFit}
      actions={
        places.length > 1 && (
          <Button onClick={() => edit(clearRules)}>{late.workbench.removeFilters(places.length)}</Button>
        )
      }
    >
      <p>{late.workbench.noRowsFitHint}</p>
      <ul className={styles.filters}>
        {places.map((place, i) => {
          const total = without[i]?.data?.size.total;
          return (
            <li key={place.join('.')}>
              <span className={styles.rule}>
                <Sentence parts={placeParts({ doc, model, operators }, place)} />
              </span>
              <span className={styles.count}>
                {total
                  ? late.workbench.withoutIt(Number(total.value))
                  : without[i]?.error
                    ? late.workbench.countFailed
                    : t.common.loading}
              </span>
              <Button small onClick={() => edit((before) => removeFilter(before, model, place))}>
                {late.workbench.removeFilter}
              </Button>
            </li>
          );
        })}
      </ul>
    </Empty>
  );
}
