// Short messages about what has just happened.
import { createStore } from './store.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'danger';
  readonly action: { readonly label: string; readonly run: () => void } | undefined;
  /** Stays until it is changed or dismissed. */
  readonly sticky: boolean;
}

export const toasts = createStore<readonly Toast[]>([]);

const STAYS = 5000;
let last = 0;

export function dismiss(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

export function say(text: string, more: Partial<Pick<Toast, 'tone' | 'action' | 'sticky'>> = {}): number {
  const id = ++last;
  const sticky = more.sticky ?? false;
  toasts.set([...toasts.get(), { id, text, tone: more.tone ?? 'plain', action: more.action, sticky }]);
  if (!sticky) setTimeout(() => dismiss(id), STAYS);
  return id;
}

/** Changes the text of one that is still there. */
export function update(id: number, text: string): void {
  toasts.set(toasts.get().map((toast) => (toast.id === id ? { ...toast, text } : toast)));
}
