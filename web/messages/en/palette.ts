// The command palette.
import type { Theme } from '../../ui/theme.ts';

const themeNames: Record<Theme, string> = {
  auto: 'System default appearance',
  light: 'Light appearance',
  dark: 'Dark appearance',
};

export const palette = {
  open: 'Search or jump to…',
  key: 'Ctrl K',
  title: 'Go to anything',
  search: 'Entities, records, queries, commands',
  nothing: 'No matches',
  general: 'General',
  records: 'Records',
  saved: 'Saved queries',
  recent: 'Recent queries',
  thisQuery: 'This query',
  addField: 'Show a field',
  theme: (theme: Theme) => themeNames[theme],
  refresh: 'Reload the database schema',
  refreshed: 'The schema is up to date.',
};
