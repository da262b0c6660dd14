// A room whose code is loaded when it is rendered, or prefetched.
import { type ComponentType, lazy, useState } from 'react';

export type LazyRoom<Props> = ComponentType<Props> & {
  /** Resolves even if loading fails: rendering the room then retries and shows the failure. */
  readonly fetchAhead: () => Promise<void>;
};

/** The code of a room could not be loaded. React never retries by itself. */
export class MissingCodeError extends Error {
  readonly fetchAgain: () => Promise<void>;

  constructor(cause: unknown, fetchAgain: () => Promise<void>) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'MissingCodeError';
    this.fetchAgain = fetchAgain;
  }
}

export function lazyRoom<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyRoom<Props> {
  let fetched: ComponentType<Props> | undefined;
  async function fetchCode(): Promise<void> {
    fetched ??= (await load()).default;
  }
  const Late = lazy(async () => {
    try {
      const code = await load();
      fetched = code.default;
      return code;
    } catch (error) {
      throw new MissingCodeError(error, () => fetchCode().catch(reloadIfRemembered));
    }
  });
  return Object.assign((props: Props) => <LoadedRoom room={() => fetched ?? Late} props={props} />, {
    fetchAhead: () => fetchCode().catch(() => {}),
  });
}

/**
 * Many browsers cache a failed module import for the lifetime of the page. If the file exists by now, only a reload
 * helps. It is done once, since another cause would make it reload forever.
 */
async function reloadIfRemembered(error: unknown): Promise<never> {
  const [file] = /https?:\/\/\S+/.exec(String(error)) ?? [];
  const exists = file !== undefined && (await fetch(file, { cache: 'no-cache' })).ok;
  if (exists && sessionStorage.getItem(RELOADED_FOR) !== file) {
    sessionStorage.setItem(RELOADED_FOR, file);
    location.reload();
  }
  throw error;
}

const RELOADED_FOR = 'joinery.reloadedFor';

/** Chooses a component at its first render, and keeps it. */
function LoadedRoom<Props extends object>({
  room,
  props,
}: {
  readonly room: () => ComponentType<Props>;
  readonly props: Props;
}) {
  // Loaded code is rendered at once. With `lazy`, React would show the fallback for 300 ms.
  const [Room] = useState(room);
  return <Room {...props} />;
}
