// The view of another user: an admin looks at everything as that user does. It holds for this tab alone, and can change nothing.
import { restart } from '../state/restart.ts';
import { currentUser } from './session.ts';

const KEY = 'joinery.view-as';

interface View {
  readonly user: string;
  /** The admin who looks: whoever logs in later in the same tab does not. */
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

/** Beginning and end both start the page anew, so that it cannot change while the page is there. */
const view = read();

/** The user as whom this tab looks at everything; null in all others. */
export function viewedUser(): string | null {
  return view !== null && view.by === currentUser() ? view.user : null;
}

/** Whose things are one's own on this page. */
export function askingUser(): string {
  return viewedUser() ?? currentUser();
}

/** Nothing that the admin has on the screen stays there. */
export function beginView(user: string): void {
  const next: View = { user, by: currentUser() };
  sessionStorage.setItem(KEY, JSON.stringify(next));
  restart();
}

/** The page stays where it is, and is seen with one's own eyes again. */
export function endView(): void {
  sessionStorage.removeItem(KEY);
  location.reload();
}
