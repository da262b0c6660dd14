// All use cases of saved documents, loaded together by the first request for one.
export { parseExact, writeExact } from '../../contract/json.ts';
export { readerOf, sees } from './audience.ts';
export { dashboards } from './dashboards.ts';
export { readSlug, resourceText, tagOfVersion } from './document.ts';
export { readQueryLink } from './link-body.ts';
export { Links, noLink } from './links.ts';
export { savedQueries } from './queries.ts';
export { runSaved } from './rows.ts';
export {
  isIntended,
  queriesOf,
  queryOfTile,
  readDashboardLink,
  settledFor,
  sharedText,
} from './shared-dashboard.ts';
