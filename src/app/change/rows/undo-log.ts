// An undo log for the cached state of a set's rows: a change that fails restores the state before it.

export class UndoLog {
  /** The undo steps since the last `checkpoint`, oldest first; null if it was never called. */
  #steps: (() => void)[] | null = null;

  /** Must be called before each modification, with the step that undoes it. */
  add(step: () => void): void {
    this.#steps?.push(step);
  }

  /** Returns a function that restores the current state. */
  checkpoint(): () => void {
    const steps: (() => void)[] = [];
    this.#steps = steps;
    return () => {
      for (const step of steps.toReversed()) step();
    };
  }
}
