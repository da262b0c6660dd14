// The columns that values have become.

/** What values have become columns. */
export interface PivotColumns {
  /** As JSON texts. */
  readonly values: readonly string[];
  readonly measures: readonly string[];
  /** One for each measure of each value. */
  readonly names: readonly string[];
}
