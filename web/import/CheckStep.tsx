// The third screen of an import: every row is tried, the bad ones are listed with their reasons, and then it is done.
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { queryClient } from '../answers/queries.ts';
import type { ImportDone } from '../api/imports.ts';
import { count } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import type { Entity, Model } from '../model/model.ts';
import { randomId } from '../state/randomId.ts';
import { Button } from '../ui/Button.tsx';
import { Input } from '../ui/Field.tsx';
import { describeFailure } from '../ui/failures.ts';
import { Notice } from '../ui/Notice.tsx';
import type { BadRowsFile } from './badRows.ts';
import styles from './Import.module.css';
import type { Next, StepOf } from './steps.ts';
import { type Run, useRun } from './useRun.ts';

export function CheckStep(props: {
  readonly model: Model;
  readonly entity: Entity;
  readonly step: StepOf<'check'>;
  readonly onNext: Next;
}) {
  const { step, onNext } = props;
  const { run, start, stop } = useRun(step.id);
  const [note, setNote] = useState('');
  const [isImporting, setImporting] = useState(false);
  // The same for every attempt, so that it happens once whatever becomes of an answer.
  const key = useRef(randomId());
  const begin = useRef(start);
  begin.current = start;
  useEffect(() => {
    void begin.current({ ...step.asked, dry_run: true });
  }, [step.asked]);

  function back(): void {
    stop();
    onNext({ name: 'columns', id: step.id, look: step.look, asked: step.asked });
  }

  async function importAll(): Promise<void> {
    if (isImporting) return;
    setImporting(true);
    const done = await start({ ...step.asked, ...(note !== '' && { note }) }, key.current);
    setImporting(false);
    if (!done || done.change_set === null) return;
    onNext({ name: 'done', done });
    await queryClient.invalidateQueries();
  }

  const toImport = run?.done ? changedBy(run.done) : 0;
  const good = run?.done?.bad === 0 && toImport > 0;
  return (
    <>
      {run?.error !== undefined && <Notice>{describeFailure(run.error).detail}</Notice>}
      <div role="status">{run && <Outcome run={run} isImporting={isImporting} />}</div>
      {run && run.bad.length > 0 && <BadRows run={run} />}
      {good && !isImporting && (
        <Input
          aria-label={late.imports.note}
          placeholder={late.imports.note}
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
      <div className={styles.bar}>
        <Button onClick={back}>{run?.done || run?.error ? late.imports.back : late.imports.cancel}</Button>
        {run?.done && run.done.bad > 0 && (
          <Button onClick={() => onNext({ name: 'file' })}>{late.imports.anotherFile}</Button>
        )}
        {good && (
          <Button look="main" aria-disabled={isImporting} onClick={() => void importAll()}>
            {late.imports.run(count(toImport))}
          </Button>
        )}
      </div>
    </>
  );
}

function changedBy({ inserted, updated }: ImportDone): number {
  return inserted + updated;
}

function Outcome({ run, isImporting }: { readonly run: Run; readonly isImporting: boolean }) {
  const { done, rows, error, file } = run;
  if (error !== undefined) return null;
  if (!done) {
    return <p>{(isImporting ? late.imports.importing : late.imports.checking)(count(rows))}</p>;
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
  // The download has begun once the page is free again.
  setTimeout(() => URL.revokeObjectURL(url));
}
