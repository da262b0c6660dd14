// The command palette.
import type { Theme } from '../../ui/theme.ts';

const themeNames: Record<Theme, string> = {
  auto: 'Appearance like the system',
  light: 'Light appearance',
  dark: 'Dark appearance',
};

export const palette = {
  open: 'Search or jump to…',
  key: 'Ctrl K',
  title: 'Go to anything',
  search: 'Entities, records, queries, commands',
  nothing: 'Nothing is called that',
  general: 'General',
  records: 'Records',
  saved: 'Saved queries',
  recent: 'Recent queries',
  thisQuery: 'This query',
  addField: 'Show a field',
  theme: (theme: Theme) => themeNames[theme],
  refresh: 'Read the database schema again',
  refreshed: 'The schema is up to date.',
};
