// What a change makes of what is known of the rows of its set, so that it can be taken back where the change fails.

export class BackSteps {
  /** Since somebody wanted to remember, the first one first. */
  #steps: (() => void)[] | null = null;

  /** To be called before something is changed, with what takes it back. */
  add(step: () => void): void {
    this.#steps?.push(step);
  }

  /** All is as it is at this moment once what is answered is called. */
  remember(): () => void {
    const steps: (() => void)[] = [];
    this.#steps = steps;
    return () => {
      for (const step of steps.toReversed()) step();
    };
  }
}
