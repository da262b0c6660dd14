// Starts again at the first page, so that nothing of what was shown is left.
import { hrefs } from './addresses.ts';

export function restart(): void {
  history.replaceState(null, '', hrefs.home);
  location.reload();
}
