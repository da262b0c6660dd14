// Several values of a filter: ticked in a list of existing values, or typed one by one.
import { UserRound, X } from 'lucide-react';
import { useState } from 'react';
import { count } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import type { Column } from '../model/model.ts';
import type { FilterValue } from '../query/filters/filters.ts';
import { parameterLabel } from '../query/parameters.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Input } from '../ui/Field.tsx';
import { isNumeric } from '../values/types.ts';
import { useWorkbench } from '../workbench/context.ts';
import styles from './OneValue.module.css';
import { isNumber, normalize } from './typed.ts';
import { UserAttribute } from './UserAttribute.tsx';
import { hasNames, keysNamed, useSuggestions } from './useSuggestions.ts';

export function ListValue(props: {
  readonly column: Column;
  readonly entity: string;
  readonly value: FilterValue | undefined;
  readonly onValue: (value: FilterValue) => void;
}) {
  const { column, value } = props;
  const { doc, model, userAttributes } = useWorkbench();
  const [typed, setTyped] = useState('');
  const chosen = value?.kind === 'list' ? value.values.map(String) : [];
  const entity = model.entities.get(props.entity);
  const suggestions = useSuggestions(model, entity, column, typed) ?? [];
  const parameter = value?.kind === 'param' ? value.name : undefined;
  const put = (values: readonly string[]) => props.onValue({ kind: 'list', values });
  const toggle = (one: string) =>
    put(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]);
  /** A name stands for the key of its record; if several have that name, the list lets the person choose. */
  async function add(text: string): Promise<void> {
    const isName = hasNames(model, column) && isNumeric(column.type) && !isNumber(text);
    const wanted = isName ? await keysNamed(model, entity, column, typed) : [text];
    if (wanted.length !== 1) return;
    put([...new Set([...chosen, ...wanted])]);
    setTyped('');
  }
  return (
    <div className={styles.value}>
      {parameter !== undefined && userAttributes && (
        <UserAttribute name={parameter} onName={(name) => props.onValue({ kind: 'param', name })} />
      )}
      {parameter === undefined && userAttributes && (
        <Button
          small
          variant="quiet"
          icon={<UserRound aria-hidden />}
          onClick={() => props.onValue({ kind: 'param', name: userAttributes[0] ?? '' })}
        >
          {late.rail.ofUser}
        </Button>
      )}
      {parameter !== undefined && !userAttributes && (
        <p className={styles.parameter}>{late.rail.isParameter(parameterLabel(doc, parameter))}</p>
      )}
      {chosen.length > 0 && (
        <ul className={styles.tokens}>
          {chosen.map((one) => (
            <li key={one} className={styles.token}>
              {one}
              <IconButton small label={late.rail.removeValue(one)} onClick={() => toggle(one)}>
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Input
        aria-label={late.rail.addValue}
        placeholder={late.rail.addValue}
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() === '') return;
          event.preventDefault();
          void add(normalize(typed, column.type));
        }}
      />
      <div role="group" aria-label={late.rail.suggestions} className={styles.suggestions}>
        {suggestions.map((suggestion) => (
          <label key={suggestion.value} className={styles.suggestion}>
            <input
              type="checkbox"
              className={styles.check}
              checked={chosen.includes(suggestion.value)}
              onChange={() => toggle(suggestion.value)}
            />
            <span>{suggestion.name ?? suggestion.value}</span>
            {suggestion.name !== undefined && <code>{suggestion.value}</code>}
            <small>{count(suggestion.count)}</small>
          </label>
        ))}
      </div>
    </div>
  );
}
