// Code of the page that is fetched when it is needed. Not by React's own `lazy`: what has once shown a fallback is held
// back for 300 ms, however soon the code is there.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

export class Code<Props> {
  /** The component, once it is there. */
  component: ComponentType<Props> | undefined;
  readonly #load: () => Promise<{ readonly default: ComponentType<Props> }>;

  constructor(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
    this.#load = load;
  }

  async fetch(): Promise<void> {
    this.component ??= (await this.#load()).default;
  }

  /** Begins to fetch it; where that fails, whoever draws it asks once more and tells. */
  fetchAhead(): void {
    this.fetch().catch(() => {});
  }
}

export interface WithCodeProps<Props> {
  readonly code: Code<Props>;
  readonly waiting: ReactNode;
  readonly children: (component: ComponentType<Props>) => ReactNode;
}

/** Draws with the code, and something else until it is there. */
export function WithCode<Props>({ code, waiting, children }: WithCodeProps<Props>): ReactNode {
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const [, setFetched] = useState(false);
  useEffect(() => {
    if (code.component) return;
    let isHere = true;
    code.fetch().then(
      () => isHere && setFetched(true),
      (error: unknown) => isHere && setFailure({ error }),
    );
    return () => {
      isHere = false;
    };
  }, [code]);
  if (failure) throw failure.error;
  return code.component ? children(code.component) : waiting;
}
