// What the home page says about a question, beside the resulting query.
import { list } from '../format.ts';

export const question = {
  takenFor: 'Understood as: ',
  orFor: 'Or as: ',
  notUnderstood: (words: readonly string[]) =>
    `Not understood and ignored: ${list(words.map((word) => `“${word}”`))}.`,
  revenue: 'Revenue',
  revenueOf: (price: string, quantity: string) => `Revenue (${price} × ${quantity})`,
  several: 'Several records have this name. Choose one from the list.',
};
