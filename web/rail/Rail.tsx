// The rail shows all steps at once, in the order in which people think. None is locked.
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { classNames } from '../ui/classNames.ts';
import { useWorkbench } from '../workbench/context.ts';
import styles from './Rail.module.css';
import { type RailStep, steps } from './steps.ts';

function Section({ step, number }: { readonly step: RailStep; readonly number: number }) {
  const { doc, model, draft } = useWorkbench();
  const [open, setOpen] = useState(true);
  const id = useId();
  const { Content } = step;
  const shown = open || (step.id === 'filters' && draft !== undefined);
  return (
    <section className={styles.section}>
      <h2>
        <button
          type="button"
          className={styles.head}
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setOpen(!shown)}
        >
          <span className={styles.number}>{number}</span>
          <span className={styles.title}>{step.title}</span>
          <span className={styles.summary}>{step.summary(doc, model)}</span>
          <ChevronDown aria-hidden className={classNames(styles.arrow, shown && styles.turned)} />
        </button>
      </h2>
      <div id={id} hidden={!shown} className={styles.content}>
        {shown && <Content />}
      </div>
    </section>
  );
}

export function Rail() {
  return (
    <div className={styles.rail}>
      {steps.map((step, i) => (
        <Section key={step.id} step={step} number={i + 1} />
      ))}
    </div>
  );
}
