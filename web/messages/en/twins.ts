// Measures of the same field over different records.
export const twins = {
  again: 'Once more, of others…',
  againOf: (measure: string) => `${measure}, once more of others…`,
  differenceTo: (other: string) => `Difference to ${other}`,
  differenceOf: (measure: string) => `Difference of ${measure}`,
};
