// Filters that restrict what measures of related records cover: the rows stay, their numbers change.
import { X } from 'lucide-react';
import { late } from '../messages/late.ts';
import { addRule } from '../query/filters/rules.ts';
import { alsoSelectsRows, countings, removeCounting } from '../query/groups/counting.ts';
import { countedParts } from '../query/sentence.ts';
import { IconButton } from '../ui/Button.tsx';
import { Popover } from '../ui/Popover.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { useWorkbench } from '../workbench/context.ts';
import styles from './FilterChip.module.css';
import { FilterEditor } from './FilterEditor.tsx';
import steps from './FiltersStep.module.css';

export function Countings() {
  const { doc, model, operators, edit, draft, setDraft } = useWorkbench();
  const all = countings(doc, model);
  if (all.every((one) => alsoSelectsRows(doc, model, one))) return null;
  const speaker = { doc, model, operators };
  return (
    <ul className={steps.rules} aria-label={late.rail.counted}>
      {all.map((counting, i) => {
        const { filter } = counting;
        if (alsoSelectsRows(doc, model, counting)) return null;
        const mine = draft !== undefined && 'counting' in draft.at && draft.at.counting === i;
        const parts = countedParts(speaker, counting);
        return (
          <li key={JSON.stringify(filter)} className={styles.chip}>
            <Popover
              label={late.rail.editFilter}
              wide
              side="right"
              open={mine}
              onOpenChange={(open) => setDraft(open ? { path: filter.path, at: { counting: i } } : undefined)}
              trigger={
                <button type="button" className={styles.sentence} title={late.rail.editFilter}>
                  <Sentence parts={parts} />
                </button>
              }
            >
              {mine && (
                <FilterEditor
                  draft={draft}
                  filter={filter}
                  counted={filter}
                  without={(before) => removeCounting(before, model, filter)}
                  write={(next, rule) => addRule(removeCounting(next, model, filter), [], rule)}
                />
              )}
            </Popover>
            <IconButton
              small
              label={late.rail.removeFilter}
              onClick={() => edit((before) => removeCounting(before, model, filter))}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
