// The second screen of an import: maps columns of the file to fields, and chooses what happens to the rows.
import { useState } from 'react';
import type { ImportMode } from '../../src/contract/import-modes.ts';
import { imports } from '../api/imports.ts';
import { list } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import type { Entity, Model } from '../model/model.ts';
import { Button } from '../ui/Button.tsx';
import { describeFailure } from '../ui/failures.ts';
import { Notice } from '../ui/Notice.tsx';
import { Select } from '../ui/Select.tsx';
import { ownZone, zoneNames } from '../values/zones.ts';
import {
  fillsInstants,
  guessMapping,
  isGivenField,
  type Mapping,
  missingFields,
  missingKeys,
  withColumn,
  withMode,
  writtenColumns,
} from './columns.ts';
import styles from './Import.module.css';
import type { Next, StepOf } from './steps.ts';

export function ColumnsStep(props: {
  readonly model: Model;
  readonly entity: Entity;
  /** The import modes that the user may use. */
  readonly modes: readonly ImportMode[];
  readonly step: StepOf<'columns'>;
  readonly onNext: Next;
}) {
  const { model, entity, modes, step, onNext } = props;
  const [look, setLook] = useState(step.look);
  const [mode, setMode] = useState<ImportMode>(step.asked?.mode ?? modes[0] ?? 'insert');
  const [mapping, setMapping] = useState<Mapping>(() =>
    step.asked?.columns ? new Map(Object.entries(step.asked.columns)) : guessMapping(step.look, entity, mode),
  );
  const [isEmptyText, setEmptyText] = useState(step.asked?.empty === 'text');
  const [timezone, setTimezone] = useState(step.asked?.timezone ?? ownZone());
  const [failure, setFailure] = useState<unknown>();

  async function chooseSheet(sheet: string): Promise<void> {
    try {
      const next = await imports.inspect(step.id, entity.name, sheet);
      setLook(next);
      setMapping(guessMapping(next, entity, mode));
      setFailure(undefined);
    } catch (error) {
      setFailure(error);
    }
  }

  const labels = new Map(entity.columns.map(({ name, label }) => [name, label]));
  const keys = missingKeys(entity, mapping, mode).map((name) => labels.get(name) ?? name);
  const needed = missingFields(entity, mapping, mode);
  const fields = writtenColumns(entity).map(({ name, label }) => ({ value: name, label }));
  const leftOut = (to: string | null) =>
    isGivenField(entity, to, mode) ? late.imports.leftToDatabase : late.imports.leftOut;
  const hasInstants = fillsInstants(model, entity, mapping);
  const canProceed = mapping.size > 0 && keys.length === 0;

  function proceed(): void {
    if (!canProceed) return;
    onNext({
      name: 'check',
      id: step.id,
      look,
      asked: {
        entity: entity.name,
        mode,
        columns: Object.fromEntries(mapping),
        empty: isEmptyText ? 'text' : 'null',
        ...(look.table !== null && { table: look.table }),
        ...(hasInstants && { timezone }),
      },
    });
  }

  return (
    <>
      {failure !== undefined && <Notice>{describeFailure(failure).detail}</Notice>}
      <div className={styles.choices}>
        <strong>{look.name}</strong>
        {look.tables.length > 1 && (
          <Select
            label={late.imports.sheet}
            value={look.table ?? ''}
            options={look.tables.map((name) => ({ value: name, label: name }))}
            onValue={(sheet) => void chooseSheet(sheet)}
          />
        )}
        <Select
          label={late.imports.mode}
          value={mode}
          options={modes.map((one) => ({ value: one, label: late.imports.modes[one] }))}
          onValue={(next) => {
            setMode(next);
            setMapping(withMode(mapping, look, entity, next));
          }}
        />
      </div>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{late.imports.fileColumn}</th>
              <th scope="col">{late.imports.goesTo}</th>
              <th scope="col">{late.imports.samples}</th>
            </tr>
          </thead>
          <tbody>
            {look.columns.map(({ name, samples, to: guessed }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <Select
                    label={late.imports.goesToOf(name)}
                    value={mapping.get(name) ?? ''}
                    options={[{ value: '', label: leftOut(guessed) }, ...fields]}
                    onValue={(to) => setMapping(withColumn(mapping, name, to))}
                  />
                </td>
                <td className={styles.faint}>
                  {samples
                    .filter((sample) => sample !== null)
                    .slice(0, 3)
                    .join(' · ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isEmptyText}
          onChange={(event) => setEmptyText(event.target.checked)}
        />
        {late.imports.empty}
      </label>
      {hasInstants && (
        <div className={styles.zone}>
          {late.imports.timezone}
          <Select
            label={late.imports.timezone}
            value={timezone}
            options={zoneNames().map((name) => ({ value: name, label: name }))}
            onValue={setTimezone}
          />
        </div>
      )}
      <div role="status">
        {keys.length > 0 && <p className={styles.refusal}>{late.imports.keyMissing(list(keys))}</p>}
        {needed.length > 0 && <p className={styles.warning}>{late.imports.missing(list(needed))}</p>}
      </div>
      <div className={styles.bar}>
        <Button onClick={() => onNext({ name: 'file' })}>{late.imports.anotherFile}</Button>
        <Button variant="main" aria-disabled={!canProceed} onClick={proceed}>
          {late.imports.check}
        </Button>
      </div>
    </>
  );
}
