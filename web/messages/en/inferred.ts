// Undeclared relations between files.
import { count, plural } from '../format.ts';

export const inferred = {
  open: (n: number) =>
    n === 0 ? 'Relations found' : plural(n, 'relation to confirm', 'relations to confirm'),
  title: 'Relations found in the files',
  hint: 'Files do not declare how they are related. Names and values suggest these relations.',
  groups: {
    proposed: 'Is this right?',
    inferred: 'Certain',
    confirmed: 'Confirmed',
    rejected: 'Rejected',
  },
  pointsTo: (entity: string, column: string, target: string) => `${entity} points to ${target} by ${column}`,
  offer: (entity: string, column: string, target: string) => `${entity} may point to ${target} by ${column}`,
  evidence: ({ nulls, distinct, found }: { nulls: number; distinct: number; found: number }) =>
    [
      found === distinct
        ? `${distinct === 1 ? 'Its only value is' : `All ${count(distinct)} values are`} found there`
        : `${count(found)} of ${count(distinct)} values are found there`,
      ...(nulls === 0 ? [] : [`${plural(nulls, 'row has', 'rows have')} none`]),
    ].join('; '),
  suspended: {
    'no-key': (target: string) =>
      `No relation at the moment: values are repeated in ${target} or missing there`,
    'no-match': (target: string) =>
      `No relation at the moment: a column is gone, or its values and those in ${target} have different types`,
  },
  confirm: 'Confirm',
  reject: 'Reject',
  confirmOne: (what: string) => `Confirm: ${what}`,
  rejectOne: (what: string) => `Reject: ${what}`,
  said: {
    confirmed: (what: string) => `Confirmed: ${what}`,
    rejected: (what: string) => `Rejected: ${what}`,
  },
};
