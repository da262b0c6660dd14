// What the author of a change set could see of its tables: what was hidden from them then is not part of their history.
// Older sets do not record it.
import type { Migration } from './migration.ts';

export const changeSights: Migration = {
  name: '0020-change-sights',
  async up(change) {
    await change.column('change_sets', 'seen', change.types.text);
  },
};
