// The columns that a pivot makes of values.

/** The columns that a pivot makes of values. */
export interface PivotColumns {
  /** As JSON texts. */
  readonly values: readonly string[];
  readonly measures: readonly string[];
  /** One for each measure of each value. */
  readonly names: readonly string[];
}
