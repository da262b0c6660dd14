// One filter as a sentence: click to edit it, × to remove it.
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, X } from 'lucide-react';
import { useState } from 'react';
import { useNamesOf } from '../answers/recordNames.ts';
import { resources } from '../api/resources.ts';
import { list } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { isGroup, type Rule } from '../query/document.ts';
import { combinedConditionAt } from '../query/filters/existence.ts';
import { columnAt, type Filter } from '../query/filters/filters.ts';
import { type RulePlace, unwrapGroup, wrapRule } from '../query/filters/rules.ts';
import { onlyTheseCountPart, placeParts } from '../query/filters/ruleWords.ts';
import { readingAt, removeFilter, replaceFilter } from '../query/groups/counting.ts';
import { makeParameter, offerParameters } from '../query/parameters.ts';
import { toUniGrid } from '../query/request.ts';
import { IconButton } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { Popover } from '../ui/Popover.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { useWorkbench } from '../workbench/context.ts';
import styles from './FilterChip.module.css';
import { FilterEditor } from './FilterEditor.tsx';

/** Shows how many rows the filter excludes: the count without it, minus the count with it. */
function RemovedCount({ place }: { readonly place: RulePlace }) {
  const { doc, model, now } = useWorkbench();
  const queries = [toUniGrid(removeFilter(doc, model, place), now), toUniGrid(doc, now)];
  const { data, error } = useQuery({
    queryKey: ['removed', ...queries],
    queryFn: async ({ signal }) => {
      const page = { offset: 0, limit: 0, count: 'exact' } as const;
      const sizes = await Promise.all(queries.map((query) => resources.query(query, page, signal)));
      const [withoutFilter, withFilter] = sizes.map(({ size }) => Number(size.total?.value ?? 0));
      return (withoutFilter ?? 0) - (withFilter ?? 0);
    },
  });
  return (
    <span className={styles.removed} role="status">
      {data !== undefined ? late.rail.takesAway(data) : error ? late.workbench.countFailed : t.common.loading}
    </span>
  );
}

/** The names of the records in a filter on a reference. */
function ReferencedNames({ filter }: { readonly filter: Filter }) {
  const { doc, model } = useWorkbench();
  const keys = filter.values.flatMap((value): readonly string[] => {
    if (value.kind === 'list') return value.values.map(String);
    return value.kind === 'literal' ? [String(value.value)] : [];
  });
  const names = useNamesOf(model, columnAt(doc, model, filter.path), keys);
  return names.length > 0 ? <span className={styles.removed}>{list(names)}</span> : null;
}

export function FilterChip({ rule, place }: { readonly rule: Rule; readonly place: RulePlace }) {
  const { doc, model, operators, edit, draft, setDraft, refused, userAttributes } = useWorkbench();
  const ofUser = userAttributes !== undefined;
  const [counting, setCounting] = useState(false);
  const filter = isGroup(rule) ? undefined : readingAt(doc, model, place);
  const offers = ofUser ? [] : offerParameters(doc, model, place);
  const mine = draft !== undefined && 'rule' in draft.at && draft.at.rule.join() === place.join();
  const parts = placeParts({ doc, model, operators, ofUser }, place);
  const isPart = combinedConditionAt(doc, place) !== undefined;
  const sentence = <Sentence parts={filter?.quantity === 'both' ? [...parts, onlyTheseCountPart] : parts} />;
  return (
    <div
      className={classNames(
        styles.chip,
        refused?.slice(0, place.length).join() === place.join() && styles.refused,
      )}
    >
      {filter ? (
        <Popover
          label={late.rail.editFilter}
          wide
          side="right"
          open={mine}
          onOpenChange={(open) => setDraft(open ? { path: filter.path, at: { rule: place } } : undefined)}
          trigger={
            <button type="button" className={styles.sentence} title={late.rail.editFilter}>
              {sentence}
            </button>
          }
        >
          {mine && (
            <FilterEditor
              draft={draft}
              filter={filter}
              place={place}
              write={(next, written) => replaceFilter(next, model, place, written)}
              without={(before) => removeFilter(before, model, place)}
            />
          )}
        </Popover>
      ) : (
        <span className={styles.sentence}>{sentence}</span>
      )}
      <Menu
        trigger={
          <IconButton small label={late.rail.filterMenu}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        {!ofUser && <MenuItem onSelect={() => setCounting(true)}>{late.rail.howMany}</MenuItem>}
        {offers.map((offer) => (
          <MenuItem
            key={offer.index}
            onSelect={() => edit((before) => makeParameter(before, model, place, offer))}
          >
            {offers.length > 1
              ? t.library.makeParameterOf(String(offer.parameter.default))
              : t.library.makeParameter}
          </MenuItem>
        ))}
        {!isPart && (
          <>
            <MenuItem onSelect={() => edit((before) => wrapRule(before, place, 'OR'))}>
              {late.rail.wrapAny}
            </MenuItem>
            <MenuItem onSelect={() => edit((before) => wrapRule(before, place, ofUser ? 'NOT' : 'NONE'))}>
              {late.rail.wrapNone}
            </MenuItem>
          </>
        )}
        {place.length > 1 && !isPart && (
          <MenuItem onSelect={() => edit((before) => unwrapGroup(before, place.slice(0, -1)))}>
            {late.rail.ungroup}
          </MenuItem>
        )}
      </Menu>
      <IconButton
        small
        label={late.rail.removeFilter}
        onClick={() => edit((before) => removeFilter(before, model, place))}
      >
        <X aria-hidden />
      </IconButton>
      {filter && <ReferencedNames filter={filter} />}
      {counting && <RemovedCount place={place} />}
    </div>
  );
}
