// How a person wants a column shown: digits, currency, form of dates, colours. Plain data, since it stands in the link.

export const numberStyles = ['percent', 'currency'] as const;
export type NumberStyle = (typeof numberStyles)[number];

export const dateForms = ['iso', 'numeric', 'long', 'month', 'year'] as const;
export type DateForm = (typeof dateForms)[number];

export const comparisons = ['above', 'below', 'equal'] as const;
export type Comparison = (typeof comparisons)[number];

export const tones = ['good', 'warn', 'bad'] as const;
export type Tone = (typeof tones)[number];

/** Cells whose number compares so get a colour. */
export interface ColourRule {
  readonly when: Comparison;
  readonly than: string;
  readonly tone: Tone;
}

export interface ColumnFormat {
  /** Decimals; absent: as many as there are. */
  readonly digits?: number | undefined;
  /** Whether thousands are set apart; absent: as the column's kind of number is written. */
  readonly grouping?: boolean | undefined;
  readonly style?: NumberStyle | undefined;
  /** An ISO 4217 code, for the style currency. */
  readonly currency?: string | undefined;
  readonly date?: DateForm | undefined;
  readonly rules?: readonly ColourRule[] | undefined;
  /** Cells get this colour, the more of it the larger their number is among all of the column. */
  readonly scale?: Tone | undefined;
}
