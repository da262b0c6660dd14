// The third screen of an import: a dry run of every row, the bad rows with their reasons, and the import itself.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../answers/queries.ts';
import type { ImportDone } from '../api/imports.ts';
import { count } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import type { Entity, Model } from '../model/model.ts';
import { Button } from '../ui/Button.tsx';
import { Input } from '../ui/Field.tsx';
import { Failure } from '../ui/States.tsx';
import type { BadRowsFile } from './badRows.ts';
import styles from './Import.module.css';
import type { Next, StepOf } from './steps.ts';
import { type Importing, useImporting } from './useImporting.ts';
import type { Run } from './useRun.ts';

export function CheckStep(props: {
  readonly model: Model;
  readonly entity: Entity;
  readonly step: StepOf<'check'>;
  readonly onNext: Next;
}) {
  const { step, onNext } = props;
  const { run, phase, importAll, tryAgain, stop } = useImporting(step.id, step.asked);
  const [note, setNote] = useState('');

  async function continueWith(work: Promise<ImportDone | undefined>): Promise<boolean> {
    const done = await work;
    if (!done || done.change_set === null) return false;
    onNext({ name: 'done', done });
    await queryClient.invalidateQueries();
    return true;
  }

  async function back(): Promise<void> {
    if (await continueWith(stop())) return;
    onNext({ name: 'columns', id: step.id, look: step.look, asked: step.asked });
  }

  const toImport = run?.done ? changedBy(run.done) : 0;
  const good = run?.done?.bad === 0 && toImport > 0;
  return (
    <>
      {run?.error !== undefined && (
        <Failure
          error={run.error}
          onRetry={() => void (phase === 'trying' ? tryAgain() : continueWith(importAll(note)))}
        />
      )}
      <div role="status">{run && <Outcome run={run} phase={phase} />}</div>
      {run && run.bad.length > 0 && <BadRows run={run} />}
      {good && (
        <form
          className={styles.note}
          onSubmit={(event) => {
            event.preventDefault();
            void continueWith(importAll(note));
          }}
        >
          <Input
            aria-label={late.imports.note}
            placeholder={late.imports.note}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </form>
      )}
      <div className={styles.bar}>
        <Button aria-disabled={phase === 'stopping'} onClick={() => void back()}>
          {run?.done || run?.error ? late.imports.back : late.imports.cancel}
        </Button>
        {run?.done && run.done.bad > 0 && (
          <Button onClick={() => onNext({ name: 'file' })}>{late.imports.anotherFile}</Button>
        )}
        {good && (
          <Button variant="main" onClick={() => void continueWith(importAll(note))}>
            {late.imports.run(toImport)}
          </Button>
        )}
      </div>
    </>
  );
}

function changedBy({ inserted, updated }: ImportDone): number {
  return inserted + updated;
}

function Outcome({ run, phase }: { readonly run: Run; readonly phase: Importing['phase'] }) {
  const { done, rows, error, file } = run;
  if (error !== undefined) return null;
  if (phase === 'stopping') return <p>{late.imports.stopping}</p>;
  if (!done) {
    return <p>{(phase === 'importing' ? late.imports.importing : late.imports.checking)(rows)}</p>;
  }
  const { inserted, updated, unchanged } = done;
  return (
    <>
      <p className={file.count > 0 ? styles.refusal : styles.good}>
        {done.rows === 0
          ? late.imports.nothingThere
          : file.count > 0
            ? late.imports.bad(file.count)
            : changedBy(done) === 0
              ? late.imports.nothingNew
              : late.imports.allGood}
      </p>
      <p className={styles.faint}>
        {file.count > 0
          ? late.imports.badNote
          : late.imports.counts(count(inserted), count(updated), count(unchanged))}
      </p>
    </>
  );
}

function BadRows({ run }: { readonly run: Run }) {
  const { bad, file, done } = run;
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{late.imports.row}</th>
              <th scope="col">{late.imports.column}</th>
              <th scope="col">{late.imports.reason}</th>
            </tr>
          </thead>
          <tbody>
            {bad.map(({ row, column, reason }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows
              <tr key={i}>
                <td>{row === null ? '' : count(row)}</td>
                <td>{column}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {file.count > bad.length && (
        <p className={styles.faint}>{late.imports.shown(count(bad.length), count(file.count))}</p>
      )}
      {done && (
        <div>
          <Button icon={<Download aria-hidden />} onClick={() => save(file)}>
            {late.imports.download}
          </Button>
        </div>
      )}
    </>
  );
}

function save(file: BadRowsFile): void {
  const url = URL.createObjectURL(file.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = 'bad-rows.csv';
  link.click();
  // The download starts after this task, so the URL is revoked in the next one.
  setTimeout(() => URL.revokeObjectURL(url));
}
