// Notes about what is not shown, or not as it is stored.
import { plural } from '../format.ts';

export const notes = {
  title: (n: number) => `${plural(n, 'note', 'notes')} on what is shown here`,
};
