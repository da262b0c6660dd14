// A text with a button that copies it.
import { Check, Copy } from 'lucide-react';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { IconButton } from './Button.tsx';
import styles from './Copied.module.css';
import { useCopy } from './useCopy.ts';

export function Copied({ text }: { readonly text: string }) {
  const [state, copy] = useCopy();
  const name = { idle: late.workbench.copy, done: t.library.copied, failed: t.library.copyRefused }[state];
  return (
    <div className={styles.copied}>
      <pre>{text}</pre>
      <IconButton label={name} onClick={() => copy(text)}>
        {state === 'done' ? <Check aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
    </div>
  );
}
