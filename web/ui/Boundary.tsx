// An error boundary: shows a failure of rendering instead of an empty page.
import { Component, type ReactNode } from 'react';
import { MissingCodeError } from './lazyRoom.tsx';
import { Failure } from './States.tsx';

interface Props {
  /** A change, for example of the address, renders the children again. */
  readonly resetKey: string;
  /** Shown on failure in a place too small for words. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failure: { readonly error: unknown } | undefined;
}

/** The retry interval, in milliseconds, for a room's code while the service is unreachable. */
const RETRY_AFTER_MS = 3000;

export class Boundary extends Component<Props, State> {
  override state: State = { failure: undefined };
  #next: ReturnType<typeof setInterval> | undefined;

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    clearInterval(this.#next);
    if (error instanceof MissingCodeError)
      this.#next = setInterval(() => void this.#tryAgain(), RETRY_AFTER_MS);
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetKey !== this.props.resetKey) this.#reset();
  }

  override componentWillUnmount(): void {
    clearInterval(this.#next);
  }

  #reset(): void {
    clearInterval(this.#next);
    if (this.state.failure) this.setState({ failure: undefined });
  }

  /** Fetches missing code before it resets, so that the message stays until there is something else to show. */
  async #tryAgain(): Promise<void> {
    const error = this.state.failure?.error;
    try {
      if (error instanceof MissingCodeError) await error.fetchAgain();
      if (this.state.failure?.error === error) this.#reset();
    } catch {
      // Still unreachable.
    }
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return this.props.fallback ?? <Failure error={failure.error} onRetry={() => void this.#tryAgain()} />;
  }
}
