// Catches what breaks while a room is drawn: the person is told, and not left with an empty page.
import { Component, type ReactNode } from 'react';
import { Failure } from './States.tsx';

interface Props {
  /** A change of it, such as a way to another room, is a new attempt. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

interface State {
  readonly failure: { readonly error: unknown } | undefined;
}

export class Boundary extends Component<Props, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetKey !== this.props.resetKey) this.#tryAgain();
  }

  #tryAgain(): void {
    if (this.state.failure) this.setState({ failure: undefined });
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? <Failure error={failure.error} onRetry={() => this.#tryAgain()} /> : this.props.children;
  }
}
