// A sentence with its names and values set apart.
import type { Part } from '../query/sentence.ts';
import styles from './Sentence.module.css';

export function Sentence({ parts }: { readonly parts: readonly Part[] }) {
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is replaced as a whole
    <span key={place} className={styles[part.kind]}>
      {part.text}
    </span>
  ));
}
