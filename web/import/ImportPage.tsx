// Imports a file into a table, in four screens: file, columns, check, done.
import { Table2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useImportModes } from '../edit/useEditing.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';
import { Empty } from '../ui/States.tsx';
import { UnknownEntity } from '../ui/UnknownEntity.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { CheckStep } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { FileStep } from './FileStep.tsx';
import styles from './Import.module.css';
import type { Step } from './steps.ts';

const order = ['file', 'columns', 'check', 'done'] as const;

export default function ImportPage({ model, name }: { readonly model: Model; readonly name: string }) {
  const entity = model.entities.get(name);
  const modes = useImportModes(entity);
  const [step, setStep] = useState<Step>({ name: 'file' });
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  const title = late.imports.into(entity?.label ?? name);
  useTitle(title);
  useEffect(() => {
    // Keyboard and screen reader users continue at the top of the new screen.
    if (isFirst.current && step.name === 'file') isFirst.current = false;
    else heading.current?.focus();
  }, [step.name]);
  if (!entity) {
    return <UnknownEntity name={name} />;
  }
  const at = order.indexOf(step.name);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <a className={styles.crumb} href={hrefs.entity(name)}>
          <Table2 aria-hidden />
          {entity.label}
        </a>
        <h1>{title}</h1>
        <ol className={styles.steps}>
          {order.map((one, i) => (
            <li key={one} aria-current={i === at ? 'step' : undefined} data-past={i < at}>
              {late.imports.steps[one]}
            </li>
          ))}
        </ol>
      </header>
      {modes.length > 0 ? (
        <section className={styles.card} aria-labelledby="import-step">
          <h2 id="import-step" ref={heading} tabIndex={-1}>
            {late.imports.steps[step.name]}
          </h2>
          {step.name === 'file' && <FileStep entity={entity} onNext={setStep} />}
          {step.name === 'columns' && (
            <ColumnsStep model={model} entity={entity} modes={modes} step={step} onNext={setStep} />
          )}
          {step.name === 'check' && <CheckStep model={model} entity={entity} step={step} onNext={setStep} />}
          {step.name === 'done' && <DoneStep model={model} entity={entity} step={step} onNext={setStep} />}
        </section>
      ) : (
        <Empty title={late.edit.off}>{late.edit.offHint}</Empty>
      )}
    </div>
  );
}
