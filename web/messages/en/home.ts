// The home page.
import { count } from '../format.ts';

export const home = {
  title: 'What do you want to know?',
  search: 'Search entities, fields, records: “invoices Germany 2024”',
  answers: 'Answers',
  savedQuery: 'Saved query',
  dashboard: 'Dashboard',
  recordOf: (entity: string, key: string) => `${entity} ${key}`,
  goOn: 'Continue where you left off',
  entities: 'Entities',
  views: 'Views',
  map: 'How they are connected',
  entityCount: (shown: number, all: number) =>
    shown === all ? count(all) : `${count(shown)} of ${count(all)}`,
  showAll: (all: number) => `Show all ${count(all)}`,
  noMatch: (text: string) => `Nothing matches “${text}”`,
  noMatchHint:
    'The search covers names of entities and fields, and records. A question begins with one of these names: “invoices per country 2024”.',
  empty: 'This database has no tables yet',
  emptyHint: 'As soon as there are some, they appear here.',
  emptyForUser: 'Or none that you can see: an admin decides who can see what.',
  clearSearch: 'Clear the search',
  firstRows: (entity: string) => `First rows of ${entity}`,
  matches: (fields: string) => `with ${fields}`,
  parts: (n: number, first: string) => `and ${count(n)} parts of it, such as ${first}`,
  unknownEntity: (name: string) => `There is no entity named “${name}”`,
  unknownEntityHint: 'It may have been renamed or removed since the link was made.',
};
