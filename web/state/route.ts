// The current route, stored in the URL's fragment and changed with the history API.
//
// The fragment never leaves the browser, so a query in it is neither cut off by length limits nor logged by servers and
// proxies, and every address works without server rules.
import { parseRoute, type Route } from './addresses.ts';
import { createStore } from './store.ts';

/** The part of the address after the `#`. */
export const fragment = createStore(location.hash);

function follow(): void {
  fragment.set(location.hash);
}
window.addEventListener('popstate', follow);
window.addEventListener('hashchange', follow);

export function navigate(href: string, how: 'push' | 'replace' = 'push'): void {
  if (href === location.hash) return;
  if (how === 'push') history.pushState(null, '', href);
  else history.replaceState(null, '', href);
  follow();
}

export function currentRoute(): Route {
  return parseRoute(fragment.get());
}
