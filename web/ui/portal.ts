// The container of floating elements: the open dialog, which covers everything else, or the page's main part.
import { createContext, useContext } from 'react';

export const PortalTarget = createContext<HTMLElement | null>(null);

/** Props for Radix's portals, which do not accept null. */
export function usePortal(): { container?: HTMLElement } {
  const container = useContext(PortalTarget);
  return container ? { container } : {};
}
