// Code with syntax highlighting.
import { useMemo } from 'react';
import styles from './Highlighted.module.css';
import { type Language, tokens } from './highlight.ts';

export function Highlighted({ text, language }: { readonly text: string; readonly language: Language }) {
  const parts = useMemo(() => tokens(text, language), [text, language]);
  return (
    <code>
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is replaced as a whole
        <span key={place} className={styles[part.kind]}>
          {part.text}
        </span>
      ))}
    </code>
  );
}
