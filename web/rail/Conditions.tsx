// Conditions on the measures of groups, and the top N: edited with a click, like filters.
import { Filter, X } from 'lucide-react';
import { useState } from 'react';
import { late } from '../messages/late.ts';
import { resultColumns } from '../query/columns.ts';
import { isAlias, isGroup, type Rule } from '../query/document.ts';
import { ruleParts } from '../query/filters/ruleWords.ts';
import { removeHaving, setTop } from '../query/groups/shownGroups.ts';
import { topParts } from '../query/sentence.ts';
import { NarrowDialog, type NarrowRequest } from '../result/NarrowDialog.tsx';
import { Button, IconButton } from '../ui/Button.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { Sentence, type SentencePart } from '../ui/Sentence.tsx';
import { useWorkbench } from '../workbench/context.ts';
import styles from './FilterChip.module.css';
import steps from './FiltersStep.module.css';

/** One condition: a click opens it, × removes it. A condition on no column of the result can only be removed. */
function Chip(props: {
  readonly parts: readonly SentencePart[];
  readonly onEdit: (() => void) | undefined;
  readonly onRemove: () => void;
}) {
  const sentence = <Sentence parts={props.parts} />;
  return (
    <li className={styles.chip}>
      {props.onEdit ? (
        <button
          type="button"
          className={styles.sentence}
          title={late.rail.editCondition}
          onClick={props.onEdit}
        >
          {sentence}
        </button>
      ) : (
        <span className={styles.sentence}>{sentence}</span>
      )}
      <IconButton small label={late.rail.removeFilter} onClick={props.onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

export function Conditions() {
  const { doc, model, operators, edit } = useWorkbench();
  const [request, setRequest] = useState<NarrowRequest>();
  const columns = resultColumns(doc, model);
  const columnOf = (id: string | undefined) => columns.find((column) => column.id === id);
  const measures = columns.filter(({ kind }) => kind === 'measure');
  const rules = doc.having.cond.entries;
  const requestFor = (rule: Rule, place: number): NarrowRequest | undefined => {
    const subject = isGroup(rule) ? undefined : rule.func.args[0];
    const column = columnOf(isAlias(subject) ? subject.alias : undefined);
    return column && { by: 'value', column, place };
  };
  const topColumn = columnOf(doc.top?.by);
  return (
    <>
      {(rules.length > 0 || doc.top) && (
        <ul className={steps.rules} aria-label={late.rail.conditions}>
          {rules.map((rule, i) => {
            const edited = requestFor(rule, i);
            return (
              <Chip
                // biome-ignore lint/suspicious/noArrayIndexKey: a rule is told by its place
                key={i}
                parts={ruleParts({ doc, model, operators }, rule)}
                onEdit={edited && (() => setRequest(edited))}
                onRemove={() => edit((before) => removeHaving(before, i))}
              />
            );
          })}
          {doc.top && (
            <Chip
              parts={topParts(doc.top, columns)}
              onEdit={topColumn && (() => setRequest({ by: 'top', column: topColumn }))}
              onRemove={() => edit((before) => setTop(before, undefined))}
            />
          )}
        </ul>
      )}
      {measures.length > 0 && (
        <div>
          <Menu
            align="start"
            trigger={
              <Button small variant="quiet" icon={<Filter aria-hidden />}>
                {late.rail.addCondition}
              </Button>
            }
          >
            {measures.map((column) => (
              <MenuItem key={column.id} onSelect={() => setRequest({ by: 'value', column })}>
                {column.label}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
      <NarrowDialog wish={request} onClose={() => setRequest(undefined)} />
    </>
  );
}
