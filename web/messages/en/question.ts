// What the home page says about a question, beside the resulting query.
import { list } from '../format.ts';

export const question = {
  takenFor: 'Taken for: ',
  orFor: 'Or for: ',
  notUnderstood: (words: readonly string[]) =>
    `Not understood, and left out: ${list(words.map((word) => `“${word}”`))}.`,
  several: 'Several are called so. Choose one from the list.',
};
