// A room whose code is fetched when it is drawn, or ahead of it.
import { type ComponentType, lazy, useState } from 'react';

export type LazyRoom<Props> = ComponentType<Props> & {
  /** Resolves when the code is there, or not: drawing the room then tries again and shows the failure. */
  readonly fetchAhead: () => Promise<void>;
};

/** The code of a room could not be fetched. React never tries again by itself. */
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
    fetchAhead: () => fetchCode().catch(() => {}),
  });
}

/** Chooses a component when it is first drawn, and keeps it. */
function Chosen<Props extends object>({
  room,
  props,
}: {
  readonly room: () => ComponentType<Props>;
  readonly props: Props;
}) {
  // Code that has arrived is drawn at once. Through `lazy`, React would show the fallback for 300 ms.
  const [Room] = useState(room);
  return <Room {...props} />;
}
