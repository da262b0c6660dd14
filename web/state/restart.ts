// Begins anew at the first page, with nothing left of what was shown.
import { hrefs } from './addresses.ts';

export function restart(): void {
  history.replaceState(null, '', hrefs.home);
  location.reload();
}
