// A room whose code is fetched when it is drawn, or ahead of it.
import { type ComponentType, lazy, useState } from 'react';

export type LazyRoom<Props> = ComponentType<Props> & {
  /** Begins to fetch the code; whoever draws the room asks again where that fails, and tells. */
  readonly fetchAhead: () => void;
};

export function lazyRoom<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyRoom<Props> {
  let fetched: ComponentType<Props> | undefined;
  let Late = lazy(fetchCode);
  async function fetchCode() {
    try {
      const code = await load();
      fetched = code.default;
      return code;
    } catch (error) {
      // React remembers a failure for good, but the next attempt may reach the service.
      Late = lazy(fetchCode);
      throw error;
    }
  }
  function Room(props: Props) {
    // Code that is there is drawn at once: React would show its fallback for 300 ms all the same.
    const [Drawn] = useState(() => fetched ?? Late);
    return <Drawn {...props} />;
  }
  return Object.assign(Room, { fetchAhead: () => void fetchCode().catch(() => {}) });
}
