// Short messages about what has just happened.
import { createStore } from '../state/store.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  /** Shown but not announced to screen readers, since it changes several times a second. */
  readonly progress: string | undefined;
  readonly tone: 'plain' | 'danger';
  readonly action: { readonly label: string; readonly run: () => void } | undefined;
  /** Stays until it is changed or dismissed. */
  readonly sticky: boolean;
  /** The element that had the focus when the message appeared, or its successor: a closing dialog returns the focus. */
  readonly previousFocus: () => Element | null;
}

export const toasts = createStore<readonly Toast[]>([]);

const DEFAULT_DURATION_MS = 5000;
const EXPIRY_RECHECK_MS = 500;
let lastId = 0;
/** The focus listeners of messages, by message id. */
const followers = new Map<number, (event: FocusEvent) => void>();

export function dismissToast(id: number): void {
  const follower = followers.get(id);
  if (follower) document.removeEventListener('focusin', follower);
  followers.delete(id);
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/**
 * A message does not disappear while somebody may be about to press its button. On touch screens the hover state
 * outlasts the touch, so only the focus counts.
 */
function expire(id: number): void {
  const attention = matchMedia('(hover: hover)').matches ? ':is(:hover, :focus-within)' : ':focus-within';
  if (document.querySelector(`[data-toasts]${attention}`) === null) dismissToast(id);
  else setTimeout(() => expire(id), EXPIRY_RECHECK_MS);
}

export function showToast(
  text: string,
  more: Partial<Pick<Toast, 'tone' | 'action' | 'sticky' | 'progress'>> & {
    readonly durationMs?: number;
  } = {},
): number {
  const id = ++lastId;
  const sticky = more.sticky ?? false;
  const { tone = 'plain', action, progress } = more;
  const previousFocus = followFocus(id);
  toasts.set([...toasts.get(), { id, text, progress, tone, action, sticky, previousFocus }]);
  if (!sticky) setTimeout(() => expire(id), more.durationMs ?? DEFAULT_DURATION_MS);
  return id;
}

function followFocus(id: number): Toast['previousFocus'] {
  let place = document.activeElement;
  const follower = ({ target }: FocusEvent): void => {
    const isOutside = target instanceof Element && target.closest('[data-toasts]') === null;
    if (place?.isConnected !== true && isOutside) place = target;
  };
  document.addEventListener('focusin', follower);
  followers.set(id, follower);
  return () => place;
}

/** Updates the progress of a toast that is still shown. */
export function updateToast(id: number, progress: string): void {
  toasts.set(toasts.get().map((toast) => (toast.id === id ? { ...toast, progress } : toast)));
}
