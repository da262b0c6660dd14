// The parameters of a query or a dashboard, as fields above its rows.
import { Settings2, X } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { ModeType } from '../../src/contract/mode-types.ts';
import { t } from '../messages/index.ts';
import type { Parameter, ParameterValue } from '../query/document.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Input } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { isMoment, isNumeric } from '../values/types.ts';
import styles from './ParameterInputs.module.css';

export interface ParameterInputsProps {
  readonly parameters: readonly Parameter[];
  /** The given value; undefined stands for the default. */
  readonly given: (name: string) => ParameterValue | undefined;
  readonly onGiven: (name: string, value: ParameterValue | undefined) => void;
  readonly onEdit?: (parameter: Parameter) => void;
}

export function labelOf({ label, name }: Parameter): string {
  return label ?? name;
}

function textOf(value: ParameterValue | undefined): string {
  return typeof value === 'object' ? value.join(', ') : String(value ?? '');
}

/** Parses the input of a parameter; an empty input is no value. */
export function valueFrom(
  text: string,
  { many, type }: Pick<Parameter, 'many' | 'type'>,
): ParameterValue | undefined {
  if (many) {
    const values = text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    return values.length > 0 ? values : undefined;
  }
  const typed = isNumeric(type) ? text.trim() : text;
  return typed === '' ? undefined : typed;
}

export function ParameterInputs(props: ParameterInputsProps) {
  return (
    <section aria-label={t.library.parameters} className={styles.parameters}>
      {props.parameters.map((parameter) => (
        <ParameterField key={parameter.name} {...props} parameter={parameter} />
      ))}
    </section>
  );
}

/** The placeholder of an empty field: without a required value there are no rows. */
const emptyWord = (isRequired: boolean | undefined) =>
  isRequired ? t.library.parameterNeeded : t.library.parameterNone;

const inputTypes: Partial<Record<ModeType, string>> = {
  date: 'date',
  datetime: 'datetime-local',
  time: 'time',
};

function ParameterField({
  parameter,
  given,
  onGiven,
  onEdit,
}: ParameterInputsProps & { readonly parameter: Parameter }) {
  const id = useId();
  const label = labelOf(parameter);
  const value = given(parameter.name) ?? parameter.default;
  const put = (next: ParameterValue | undefined) => {
    // The default need not be given.
    const isUsual = next !== undefined && textOf(next) === textOf(parameter.default);
    onGiven(parameter.name, isUsual ? undefined : next);
  };
  const isGiven = given(parameter.name) !== undefined;
  const isMissing = parameter.required === true && value === undefined;
  return (
    <div className={styles.parameter} data-missing={isMissing}>
      <label htmlFor={id}>{label}</label>
      {parameter.type === 'boolean' && !parameter.many ? (
        <Select
          label={label}
          value={value === undefined ? '' : String(value)}
          options={[
            { value: '', label: emptyWord(parameter.required) },
            { value: 'true', label: t.common.yes },
            { value: 'false', label: t.common.no },
          ]}
          onValue={(next) => put(next === '' ? undefined : next === 'true')}
        />
      ) : (
        <TypedValue
          id={id}
          type={parameter.many ? 'text' : (inputTypes[parameter.type] ?? 'text')}
          numeric={isNumeric(parameter.type)}
          required={parameter.required === true}
          text={textOf(value)}
          onText={(text) => put(valueFrom(text, parameter))}
          appliesImmediately={!parameter.many && isMoment(parameter.type)}
        />
      )}
      {isGiven && (
        <IconButton
          small
          label={t.library.parameterClear(label)}
          onClick={() => onGiven(parameter.name, undefined)}
        >
          <X aria-hidden />
        </IconButton>
      )}
      {onEdit && (
        <IconButton small label={t.library.parameterEdit(label)} onClick={() => onEdit(parameter)}>
          <Settings2 aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

/** Applied with Enter or on blur, because each keystroke would run a query. */
function TypedValue(props: {
  readonly id: string;
  readonly type: string;
  readonly numeric: boolean;
  readonly required: boolean;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly appliesImmediately: boolean;
}) {
  const [typed, setTyped] = useState(props.text);
  useEffect(() => setTyped(props.text), [props.text]);
  const apply = (text: string) => {
    if (text !== props.text) props.onText(text);
  };
  return (
    <form
      className={styles.typed}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        apply(typed);
      }}
    >
      <Input
        id={props.id}
        type={props.type}
        step={props.type === 'datetime-local' ? 1 : undefined}
        inputMode={props.numeric ? 'decimal' : undefined}
        placeholder={emptyWord(props.required)}
        aria-required={props.required}
        value={typed}
        onBlur={() => apply(typed)}
        onChange={(event) => {
          setTyped(event.target.value);
          // A date input fires only with a complete date, so it is applied at once.
          if (props.appliesImmediately && event.target.value !== '') apply(event.target.value);
        }}
      />
      <Button type="submit" className="visually-hidden" tabIndex={-1}>
        {t.library.apply}
      </Button>
    </form>
  );
}
