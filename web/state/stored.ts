// A store that survives the page: kept in localStorage, shared between tabs.
import { createStore, type Store } from './store.ts';

/** Reads what was stored, or undefined. Storage may be switched off or hold anything. */
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
    // Switched off or full: the value then lasts as long as the page.
  }
}

/** `read` turns whatever is stored into a value that makes sense. */
export function createStoredStore<T>(key: string, read: (value: unknown) => T): Store<T> {
  return createStoredStoreFor({ get: () => key, subscribe: () => () => {} }, read);
}

/** The same with a key that may change, for example with the user. */
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
