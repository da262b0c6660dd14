// What the author of a change set saw of its tables: what was hidden from them then is no part of their history. Sets that were
// written down before have no word of it.
import type { Migration } from './migration.ts';

export const changeSights: Migration = {
  name: '0020-change-sights',
  async up(change) {
    await change.column('change_sets', 'seen', change.types.text);
  },
};
