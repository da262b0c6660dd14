// Measures of the same field over different records.
export const twins = {
  again: 'Add again for other records…',
  againOf: (measure: string) => `${measure}, again for other records…`,
  differenceTo: (other: string) => `Difference from ${other}`,
  differenceOf: (measure: string) => `Difference in ${measure}`,
};
