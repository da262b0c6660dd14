// A room whose code is fetched when it is drawn, or ahead of it.
import { type ComponentType, lazy, useState } from 'react';

export type LazyRoom<Props> = ComponentType<Props> & {
  /** Begins to fetch the code; whoever draws the room asks again where that fails, and tells. */
  readonly fetchAhead: () => void;
};

/** The code of a room could not be fetched. React remembers that for good, so another attempt needs to be told. */
export class LostCode extends Error {
  readonly fetchAgain: () => Promise<void>;

  constructor(cause: unknown, fetchAgain: () => Promise<void>) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'LostCode';
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
      throw new LostCode(error, fetchCode);
    }
  });
  return Object.assign((props: Props) => <Chosen room={() => fetched ?? Late} props={props} />, {
    fetchAhead: () => void fetchCode().catch(() => {}),
  });
}

/** Draws one and the same component from its first time on. */
function Chosen<Props extends object>({
  room,
  props,
}: {
  readonly room: () => ComponentType<Props>;
  readonly props: Props;
}) {
  // Code that is there is drawn at once: React would show its fallback for 300 ms all the same.
  const [Room] = useState(room);
  return <Room {...props} />;
}
