// A parameter's name, default, and whether it is required.
import { type FormEvent, useState } from 'react';
import { t } from '../messages/index.ts';
import type { Parameter } from '../query/document.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Switch } from '../ui/Switch.tsx';
import styles from './AboutForm.module.css';
import { labelOf, valueFrom } from './ParameterInputs.tsx';

interface ParameterDialogProps {
  readonly parameter: Parameter;
  /** Names of other parameters, and reserved query parameters of addresses. */
  readonly taken: readonly string[];
  readonly onApply: (parameter: Parameter) => void;
  /** Absent for a new parameter. */
  readonly onDrop?: () => void;
  readonly onClose: () => void;
}

export function ParameterDialog(props: ParameterDialogProps) {
  return (
    <Dialog open title={t.library.parameterDialog} size="small" onClose={props.onClose}>
      <ParameterForm {...props} />
    </Dialog>
  );
}

function ParameterForm({ parameter, taken, onApply, onDrop, onClose }: ParameterDialogProps) {
  const [name, setName] = useState(parameter.name);
  const [label, setLabel] = useState(labelOf(parameter));
  const usual = parameter.default;
  const [text, setText] = useState(typeof usual === 'object' ? usual.join(', ') : String(usual ?? ''));
  const [required, setRequired] = useState(parameter.required === true);
  const isTaken = taken.includes(name);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isTaken) return;
    const { default: _, required: __, ...rest } = parameter;
    const value = parameter.type === 'boolean' && text !== '' ? text === 'true' : valueFrom(text, parameter);
    onApply({
      ...rest,
      name,
      label: label.trim() || name,
      ...(value === undefined ? {} : { default: value }),
      ...(required ? { required: true } : {}),
    });
    onClose();
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        label={t.library.parameterLabel}
        value={label}
        autoFocus
        onChange={(event) => setLabel(event.target.value)}
      />
      <Field
        label={t.library.parameterName}
        value={name}
        required
        pattern="[A-Za-z0-9_]+"
        title={t.library.parameterNameHint}
        aria-invalid={isTaken}
        hint={
          <p className={styles.note}>
            {isTaken ? t.library.parameterNameTaken : t.library.parameterNameHint}
          </p>
        }
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label={t.library.parameterDefault}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Switch
        label={t.library.parameterRequired}
        hint={t.library.parameterRequiredHint}
        on={required}
        onChange={setRequired}
      />
      <div className={styles.buttons}>
        <Button variant="main" type="submit">
          {t.library.apply}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t.common.cancel}
        </Button>
        {onDrop && (
          <Button
            variant="quiet"
            onClick={() => {
              onDrop();
              onClose();
            }}
          >
            {t.library.parameterDrop}
          </Button>
        )}
      </div>
    </form>
  );
}
