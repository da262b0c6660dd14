// Reloads at the first page, so that nothing that was shown remains.
import { hrefs } from './addresses.ts';

export function restart(): void {
  history.replaceState(null, '', hrefs.home);
  location.reload();
}
