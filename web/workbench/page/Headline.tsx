// The query in words above the result: two lines, and all of it on demand.
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { late } from '../../messages/late.ts';

import { IconButton } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Sentence, type SentencePart } from '../../ui/Sentence.tsx';
import styles from './Headline.module.css';

export function Headline({ parts }: { readonly parts: readonly SentencePart[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sentence has another height
  useLayoutEffect(() => {
    const element = heading.current;
    if (!element) return;
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [parts, whole]);
  return (
    <div className={styles.headline}>
      <h1 ref={heading} className={classNames(styles.sentence, !whole && styles.short)}>
        <Sentence parts={parts} />
      </h1>
      {(cut || whole) && (
        <IconButton
          small
          label={whole ? late.workbench.sentenceShort : late.workbench.sentenceWhole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        </IconButton>
      )}
    </div>
  );
}
