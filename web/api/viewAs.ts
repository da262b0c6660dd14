// The view of another user: an admin sees everything as that user does. It applies to this tab only, and is read-only.
import { restart } from '../state/restart.ts';
import { currentUser } from './session.ts';

const KEY = 'joinery.view-as';

interface View {
  readonly user: string;
  /** The admin; somebody else who logs in later in the same tab does not get the view. */
  readonly by: string;
}

function read(): View | null {
  try {
    const view: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof view !== 'object' || view === null || !('user' in view && 'by' in view)) return null;
    const { user, by } = view;
    return typeof user === 'string' && typeof by === 'string' ? { user, by } : null;
  } catch {
    return null;
  }
}

/** Both beginView and endView reload the page, so this is constant while the page lives. */
const view = read();

/** The user as whom this tab looks at everything; null without a view. */
export function viewedUser(): string | null {
  return view !== null && view.by === currentUser() ? view.user : null;
}

/** The user whose things are "mine" on this page. */
export function effectiveUser(): string {
  return viewedUser() ?? currentUser();
}

/** Restarts, so that nothing of the admin's own view remains on the screen. */
export function beginView(user: string): void {
  const next: View = { user, by: currentUser() };
  sessionStorage.setItem(KEY, JSON.stringify(next));
  restart();
}

/** Reloads the same page with the admin's own rights. */
export function endView(): void {
  sessionStorage.removeItem(KEY);
  location.reload();
}
