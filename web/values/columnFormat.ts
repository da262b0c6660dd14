// A person's format for a column: decimals, currency, date form, colours. Plain data, since it is part of the link.

export const numberStyles = ['percent', 'currency'] as const;
export type NumberStyle = (typeof numberStyles)[number];

export const dateForms = ['iso', 'numeric', 'long', 'month', 'year'] as const;
export type DateForm = (typeof dateForms)[number];

export const comparisons = ['above', 'below', 'equal'] as const;
export type Comparison = (typeof comparisons)[number];

export const tones = ['good', 'warn', 'bad'] as const;
export type Tone = (typeof tones)[number];

/** Colours the cells whose number satisfies the comparison. */
export interface ColourRule {
  readonly when: Comparison;
  readonly than: string;
  readonly tone: Tone;
}

export interface ColumnFormat {
  /** Decimals; absent for as many as there are. */
  readonly digits?: number | undefined;
  /** Whether thousands are separated; absent for the default of the column's type. */
  readonly grouping?: boolean | undefined;
  readonly style?: NumberStyle | undefined;
  /** An ISO 4217 code, for the currency style. */
  readonly currency?: string | undefined;
  readonly date?: DateForm | undefined;
  readonly rules?: readonly ColourRule[] | undefined;
  /** A colour scale: the larger a number is within its column, the more of this colour its cell gets. */
  readonly scale?: Tone | undefined;
}
