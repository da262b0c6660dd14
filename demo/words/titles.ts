/** Word lists and patterns for composing album and song titles, by style. */
import { chinese, classical, french, nordic, opera, portuguese, spanish } from './titles-abroad.ts';
import { english, heavy, night, rural, spoken, still, street } from './titles-english.ts';

export interface TitleWords {
  readonly songs: readonly string[];
  readonly albums: readonly string[];
  /** The words for each {slot} of a pattern. */
  readonly words: Readonly<Record<string, readonly string[]>>;
}

const styles = {
  english,
  heavy,
  rural,
  street,
  night,
  still,
  spoken,
  spanish,
  portuguese,
  french,
  nordic,
  chinese,
  classical,
  opera,
};

export type TitleStyle = keyof typeof styles;

export const titleWords: Readonly<Record<TitleStyle, TitleWords>> = styles;
