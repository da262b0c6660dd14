// Step 3: which rows. Each filter reads as a sentence, each group as "all of", "any of" or "none of".
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { late } from '../messages/late.ts';
import {
  type Combinator,
  type Condition,
  type Group,
  isExists,
  isGroup,
  type Rule,
} from '../query/document.ts';
import { addRule, isCombined, type RulePlace, setCombinator } from '../query/filters/rules.ts';
import { existenceParts } from '../query/filters/ruleWords.ts';
import { addTextSearch, searchedPaths, searchedWord } from '../query/filters/textSearch.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { SearchBox } from '../ui/Field.tsx';
import { Popover } from '../ui/Popover.tsx';
import { Select } from '../ui/Select.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { useWorkbench } from '../workbench/context.ts';
import { Conditions } from './Conditions.tsx';
import { Countings } from './Countings.tsx';
import { FilterChip } from './FilterChip.tsx';
import { FilterEditor } from './FilterEditor.tsx';
import styles from './FiltersStep.module.css';

/**
 * The combinators to offer. NONE is null-safe negation; a policy has the strict NOT instead, so that access never
 * depends on a missing value.
 */
function combinatorsFor({ cond }: Group, ofPolicy: boolean): readonly Combinator[] {
  const offered: readonly Combinator[] = ['AND', 'OR', ofPolicy ? 'NOT' : 'NONE'];
  return [...new Set([...offered, cond.with])];
}

function AddFilter({ place }: { readonly place: RulePlace }) {
  const { draft, setDraft } = useWorkbench();
  const mine = draft && 'group' in draft.at && draft.at.group.join() === place.join();
  const button = useRef<HTMLButtonElement>(null);
  // If another room opens the editor, the rail scrolls to it.
  useEffect(() => {
    if (mine) button.current?.scrollIntoView({ block: 'nearest' });
  }, [mine]);
  return (
    <Popover
      label={late.rail.addFilter}
      wide
      side="right"
      open={mine ?? false}
      onOpenChange={(open) => setDraft(open ? { path: undefined, at: { group: place } } : undefined)}
      trigger={
        <Button ref={button} small variant="quiet" icon={<Plus aria-hidden />}>
          {place.length === 0 ? late.rail.addFilter : late.rail.addToGroup}
        </Button>
      }
    >
      {mine && <FilterEditor draft={draft} write={(doc, rule) => addRule(doc, place, rule)} />}
    </Popover>
  );
}

export function FilterGroup({ group, place }: { readonly group: Group; readonly place: RulePlace }) {
  const { edit, userAttributes } = useWorkbench();
  const outer = place.length === 0;
  const { entries } = group.cond;
  return (
    <div className={classNames(styles.group, !outer && styles.inner)}>
      {(!outer || entries.length > 1) && (
        <div className={styles.head}>
          <Select
            label={late.rail.groupLabel}
            value={group.cond.with}
            options={combinatorsFor(group, userAttributes !== undefined).map((one) => ({
              value: one,
              label: late.rail.combinators[one],
            }))}
            onValue={(value) => edit((before) => setCombinator(before, place, value))}
          />
        </div>
      )}
      <ul className={styles.rules}>
        {entries.map((rule, i) => {
          const here = [...place, i];
          return (
            <li key={here.join('.')}>
              <RuleView rule={rule} place={here} />
            </li>
          );
        })}
      </ul>
      <AddFilter place={place} />
    </div>
  );
}

/** Conditions that the same related record has to satisfy: an invoice of 2024 with a total over 10. */
function TogetherFilters({ rule, place }: { readonly rule: Condition; readonly place: RulePlace }) {
  const { doc, model, operators } = useWorkbench();
  const exists = rule.func.args[0];
  const filters = isExists(exists) ? exists.where.cond.entries : [];
  return (
    <div className={classNames(styles.group, styles.inner)}>
      <p className={styles.whose}>
        <Sentence parts={existenceParts({ doc, model, operators }, rule)} />
      </p>
      <ul className={styles.rules}>
        {filters.map((filter, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a filter is told by its place
          <li key={i}>
            <FilterChip rule={filter} place={[...place, i]} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function RuleView({ rule, place }: { readonly rule: Rule; readonly place: RulePlace }) {
  const { doc, model } = useWorkbench();
  if (isGroup(rule) && searchedWord(doc, model, rule) === undefined)
    return <FilterGroup group={rule} place={place} />;
  if (!isGroup(rule) && isCombined(rule)) return <TogetherFilters rule={rule} place={place} />;
  return <FilterChip rule={rule} place={place} />;
}

/** Finds rows by a word in any field. */
function TextSearch() {
  const { doc, model, edit } = useWorkbench();
  const [text, setText] = useState('');
  if (searchedPaths(doc, model, '').length === 0) return null;
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          edit((before) => addTextSearch(before, model, text));
          setText('');
        }}
      >
        <SearchBox label={late.rail.searchRows} value={text} onValue={setText} enterKeyHint="search" />
      </form>
    </search>
  );
}

export function FiltersStep() {
  const { doc } = useWorkbench();
  return (
    <div className={styles.step}>
      <TextSearch />
      <FilterGroup group={doc.where} place={[]} />
      <Countings />
      <Conditions />
    </div>
  );
}
