// A sentence with its names and values highlighted.
import styles from './Sentence.module.css';

/** A part of a sentence: plain words, a name, or a value. */
export interface SentencePart {
  readonly kind: 'word' | 'name' | 'value';
  readonly text: string;
}

export function Sentence({ parts }: { readonly parts: readonly SentencePart[] }) {
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is replaced as a whole
    <span key={place} className={styles[part.kind]}>
      {part.text}
    </span>
  ));
}
