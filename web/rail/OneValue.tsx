// One value of a filter: typed, chosen from existing values, or another field.

import { ArrowLeftRight, UserRound } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { count } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import type { Column } from '../model/model.ts';
import { fieldLabel } from '../query/columns.ts';
import type { FilterValue } from '../query/filters/filters.ts';
import { parameterLabel } from '../query/parameters.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { Input } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { isMoment, isNumeric } from '../values/types.ts';
import { useWorkbench } from '../workbench/context.ts';
import { FieldPicker } from './FieldPicker.tsx';
import styles from './OneValue.module.css';
import { UserAttribute } from './UserAttribute.tsx';
import { hasSuggestions, useSuggestions } from './useSuggestions.ts';

interface ValueProps {
  readonly label: string;
  readonly column: Column;
  readonly entity: string;
  readonly value: FilterValue | undefined;
  readonly onValue: (value: FilterValue) => void;
  readonly autoFocus: boolean;
  readonly mayBeField: boolean;
  readonly describedBy: string | undefined;
}

export function OneValue(props: ValueProps) {
  const { doc, model, userAttributes } = useWorkbench();
  const { value, onValue, column } = props;
  const [choosing, setChoosing] = useState(false);
  const isField = value?.kind === 'field';
  return (
    <div className={styles.value}>
      {choosing ? (
        <FieldPicker
          fits={({ many }) => !many}
          onPick={(path) => {
            onValue({ kind: 'field', path });
            setChoosing(false);
          }}
        />
      ) : isField ? (
        <Button onClick={() => setChoosing(true)}>{fieldLabel(doc, model, value.path)}</Button>
      ) : value?.kind === 'param' ? (
        userAttributes ? (
          <UserAttribute name={value.name} onName={(name) => onValue({ kind: 'param', name })} />
        ) : (
          <p className={styles.parameter}>{late.rail.isParameter(parameterLabel(doc, value.name))}</p>
        )
      ) : (
        <Typed {...props} />
      )}
      {value?.kind === 'param' && (
        <Button small variant="quiet" onClick={() => onValue({ kind: 'literal', value: '' })}>
          {late.rail.ownValue}
        </Button>
      )}
      {value?.kind !== 'param' && userAttributes && (
        <Button
          small
          variant="quiet"
          icon={<UserRound aria-hidden />}
          onClick={() => onValue({ kind: 'param', name: userAttributes[0] ?? '' })}
        >
          {late.rail.ofUser}
        </Button>
      )}
      {value?.kind !== 'param' && props.mayBeField && column.type !== 'boolean' && (
        <Button
          small
          variant="quiet"
          icon={<ArrowLeftRight aria-hidden />}
          onClick={() => {
            if (isField || choosing) {
              setChoosing(false);
              onValue({ kind: 'literal', value: '' });
            } else setChoosing(true);
          }}
        >
          {isField || choosing ? late.rail.ownValue : late.rail.otherField}
        </Button>
      )}
    </div>
  );
}

function Typed(props: ValueProps) {
  const { column, value, onValue } = props;
  const literal = value?.kind === 'literal' ? value.value : '';
  if (column.type === 'boolean') {
    const chosen = literal === false ? 'false' : 'true';
    if (value === undefined) onValue({ kind: 'literal', value: true });
    return (
      <Select
        label={props.label}
        value={chosen}
        options={[
          { value: 'true', label: late.rail.yes },
          { value: 'false', label: late.rail.no },
        ]}
        onValue={(next) => onValue({ kind: 'literal', value: next === 'true' })}
      />
    );
  }
  if (isMoment(column.type)) {
    return (
      <Input
        type={column.type === 'date' ? 'date' : 'datetime-local'}
        step={1}
        aria-label={props.label}
        autoFocus={props.autoFocus}
        value={String(literal)}
        onChange={(event) => onValue({ kind: 'literal', value: event.target.value })}
      />
    );
  }
  return <Suggested {...props} text={String(literal)} />;
}

/** A combobox: free text, with existing values as suggestions. */
function Suggested(props: ValueProps & { readonly text: string }) {
  const { column, text, onValue } = props;
  const { model } = useWorkbench();
  const entity = model.entities.get(props.entity);
  const known = useSuggestions(model, entity, column, text);
  const suggestions = known ?? [];
  const [place, setPlace] = useState(-1);
  const id = useId();
  const put = (next: string) => onValue({ kind: 'literal', value: next });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setPlace(Math.max(-1, Math.min(place + step, suggestions.length - 1)));
    } else if (event.key === 'Enter' && place >= 0) {
      const chosen = suggestions[place];
      if (!chosen) return;
      // The first Enter accepts the suggestion, the next one applies the filter.
      event.preventDefault();
      put(chosen.value);
      setPlace(-1);
    }
  }

  return (
    <>
      <Input
        role="combobox"
        aria-label={props.label}
        aria-expanded={suggestions.length > 0}
        aria-controls={id}
        aria-activedescendant={place >= 0 ? `${id}-${place}` : undefined}
        aria-describedby={props.describedBy}
        aria-invalid={props.describedBy !== undefined}
        autoComplete="off"
        autoFocus={props.autoFocus}
        inputMode={isNumeric(column.type) ? 'decimal' : 'text'}
        placeholder={props.label}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          put(event.target.value);
          setPlace(-1);
        }}
      />
      {/* Reserves its maximum height, so that what is below does not move while somebody points at it. */}
      <div className={classNames(hasSuggestions(entity, column) && styles.room)}>
        <div id={id} role="listbox" aria-label={late.rail.suggestions} className={styles.suggestions}>
          {suggestions.map((suggestion, i) => (
            <div
              key={suggestion.value}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === place}
              className={classNames(styles.suggestion, i === place && styles.active)}
              onClick={() => put(suggestion.value)}
            >
              <span>{suggestion.name ?? suggestion.value}</span>
              {suggestion.name !== undefined && <code>{suggestion.value}</code>}
              <small>{count(suggestion.count)}</small>
            </div>
          ))}
        </div>
        {known?.length === 0 && text !== '' && <p className={styles.none}>{late.rail.noSuggestion}</p>}
      </div>
    </>
  );
}
