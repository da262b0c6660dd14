// A sentence with its names and values set apart.
import styles from './Sentence.module.css';

/** A piece of a sentence: plain words, the name of a thing, or a value. */
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
