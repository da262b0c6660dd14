// A store that survives reloads: kept in localStorage, shared between tabs.
import { createStore, type Store } from './store.ts';

/** Reads the stored value, or undefined. Storage may be disabled, or hold anything. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Disabled or full: the value then lasts as long as the page.
  }
}

/** `read` validates the stored value. */
export function createStoredStore<T>(key: string, read: (value: unknown) => T): Store<T> {
  return createStoredStoreFor({ get: () => key, subscribe: () => () => {} }, read);
}

/** The same with a variable key, for example one per user. */
export function createStoredStoreFor<T>(
  key: Pick<Store<string>, 'get' | 'subscribe'>,
  read: (value: unknown) => T,
): Store<T> {
  const load = () => read(readStored(key.get()));
  const store = createStore(load());
  window.addEventListener('storage', (event) => {
    if (event.key === key.get()) store.set(load());
  });
  key.subscribe(() => store.set(load()));
  return {
    ...store,
    set(next) {
      store.set(next);
      writeStored(key.get(), next);
    },
  };
}
