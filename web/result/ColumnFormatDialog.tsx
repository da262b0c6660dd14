// Sets a column's heading and how its values are shown.
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { late } from '../messages/late.ts';
import type { ResultColumn } from '../query/columns.ts';
import { renameColumn, setFormat } from '../query/view.ts';
import { ownValue } from '../state/ownValue.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field, Input } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import {
  type ColourRule,
  type ColumnFormat,
  comparisons,
  dateForms,
  numberStyles,
  tones,
} from '../values/columnFormat.ts';
import { isMoment, isNumeric } from '../values/types.ts';
import { useWorkbench } from '../workbench/context.ts';
import styles from './ColumnFormatDialog.module.css';
import { readLimit, withPlainLimits, withShownLimits } from './colourRules.ts';

const DEFAULT = 'usual';
const DIGITS = [0, 1, 2, 3, 4, 6] as const;
const currencies = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'JPY',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'CZK',
  'CAD',
  'AUD',
  'BRL',
  'INR',
  'CNY',
];
const MAX_RULES = 4;

interface Part {
  readonly format: ColumnFormat;
  readonly onFormat: (change: ColumnFormat) => void;
}

function Row({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className={styles.row}>
      <span aria-hidden>{label}</span>
      {children}
    </div>
  );
}

function Numbers({ format, onFormat }: Part) {
  const words = late.grid.format;
  return (
    <>
      <Row label={words.style}>
        <Select
          label={words.style}
          value={format.style ?? DEFAULT}
          options={[
            { value: DEFAULT, label: words.plain },
            ...numberStyles.map((style) => ({ value: style, label: words.styles[style] })),
          ]}
          onValue={(style) =>
            onFormat({
              style: numberStyles.find((one) => one === style),
              currency: style === 'currency' ? (format.currency ?? 'EUR') : undefined,
            })
          }
        />
      </Row>
      {format.style === 'currency' && (
        <Row label={words.currency}>
          <Select
            label={words.currency}
            value={format.currency ?? 'EUR'}
            options={currencies.map((code) => ({ value: code, label: code }))}
            onValue={(currency) => onFormat({ currency })}
          />
        </Row>
      )}
      <Row label={words.digits}>
        <Select
          label={words.digits}
          value={format.digits === undefined ? DEFAULT : String(format.digits)}
          options={[
            { value: DEFAULT, label: words.allDigits },
            ...DIGITS.map((n) => ({ value: String(n), label: String(n) })),
          ]}
          onValue={(digits) => onFormat({ digits: digits === DEFAULT ? undefined : Number(digits) })}
        />
      </Row>
      <Row label={words.thousands}>
        <Select
          label={words.thousands}
          value={format.grouping === undefined ? DEFAULT : format.grouping ? 'apart' : 'together'}
          options={[
            { value: DEFAULT, label: words.usual },
            { value: 'apart', label: words.apart },
            { value: 'together', label: words.together },
          ]}
          onValue={(grouping) =>
            onFormat({ grouping: grouping === DEFAULT ? undefined : grouping === 'apart' })
          }
        />
      </Row>
      <Rules format={format} onFormat={onFormat} />
    </>
  );
}

function Rules({ format, onFormat }: Part) {
  const words = late.grid.format;
  const rules = format.rules ?? [];
  const put = (next: readonly ColourRule[]) => onFormat({ rules: next.length > 0 ? next : undefined });
  const change = (place: number, part: Partial<ColourRule>) =>
    put(rules.map((rule, i) => (i === place ? { ...rule, ...part } : rule)));
  return (
    <fieldset className={styles.rules}>
      <legend>{words.colours}</legend>
      <Row label={words.scale}>
        <Select
          label={words.scale}
          value={format.scale ?? DEFAULT}
          options={[
            { value: DEFAULT, label: words.noScale },
            ...tones.map((one) => ({ value: one, label: words.tones[one] })),
          ]}
          onValue={(scale) => onFormat({ scale: tones.find((one) => one === scale) })}
        />
      </Row>
      {rules.map((rule, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have nothing else that tells them apart
        <div key={i} className={styles.rule}>
          <Select
            label={words.when}
            value={rule.when}
            options={comparisons.map((one) => ({ value: one, label: words.comparisons[one] }))}
            onValue={(when) => change(i, { when })}
          />
          <Input
            aria-label={words.than}
            inputMode="decimal"
            value={rule.than}
            aria-invalid={rule.than.trim() !== '' && readLimit(rule.than) === undefined}
            onChange={(event) => change(i, { than: event.target.value })}
          />
          <Select
            label={words.colour}
            value={rule.tone}
            options={tones.map((one) => ({ value: one, label: words.tones[one] }))}
            onValue={(tone) => change(i, { tone })}
          />
          <IconButton
            small
            label={words.removeRule}
            onClick={() => put(rules.filter((_, place) => place !== i))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      {rules.length < MAX_RULES && (
        <Button
          small
          variant="quiet"
          icon={<Plus aria-hidden />}
          onClick={() => put([...rules, { when: 'above', than: '', tone: 'good' }])}
        >
          {words.addRule}
        </Button>
      )}
    </fieldset>
  );
}

function Dates({ format, onFormat }: Part) {
  const words = late.grid.format;
  return (
    <Row label={words.date}>
      <Select
        label={words.date}
        value={format.date ?? DEFAULT}
        options={[
          { value: DEFAULT, label: words.usual },
          ...dateForms.map((form) => ({ value: form, label: words.dates[form] })),
        ]}
        onValue={(date) => onFormat({ date: dateForms.find((one) => one === date) })}
      />
    </Row>
  );
}

function Form({ column, onClose }: { readonly column: ResultColumn; readonly onClose: () => void }) {
  const { doc, edit } = useWorkbench();
  const [name, setName] = useState(ownValue(doc.view.names, column.id) ?? column.label);
  const [format, setOwn] = useState<ColumnFormat>(
    withShownLimits(ownValue(doc.view.formats, column.id) ?? {}),
  );
  const onFormat = (change: ColumnFormat) => setOwn((before) => ({ ...before, ...change }));
  function apply(event: FormEvent): void {
    event.preventDefault();
    const isOwn =
      name.trim() !== '' && (ownValue(doc.view.names, column.id) !== undefined || name !== column.label);
    edit((before) =>
      setFormat(
        renameColumn(before, column.id, isOwn ? name.trim() : undefined),
        column.id,
        withPlainLimits(format),
      ),
    );
    onClose();
  }
  return (
    <form className={styles.form} onSubmit={apply}>
      <Field
        label={late.grid.format.name}
        value={name}
        autoFocus
        onChange={(event) => setName(event.target.value)}
      />
      {isNumeric(column.type) && <Numbers format={format} onFormat={onFormat} />}
      {isMoment(column.type) && <Dates format={format} onFormat={onFormat} />}
      <div className={styles.buttons}>
        <Button variant="main" type="submit">
          {late.rail.apply}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            edit((before) => setFormat(renameColumn(before, column.id, undefined), column.id, {}));
            onClose();
          }}
        >
          {late.grid.format.reset}
        </Button>
      </div>
    </form>
  );
}

export function ColumnFormatDialog(props: {
  readonly column: ResultColumn | undefined;
  readonly onClose: () => void;
}) {
  const { column, onClose } = props;
  return (
    <Dialog
      open={column !== undefined}
      title={late.grid.format.title(column?.label ?? '')}
      size="small"
      onClose={onClose}
    >
      {column && <Form key={column.id} column={column} onClose={onClose} />}
    </Dialog>
  );
}
