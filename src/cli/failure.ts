// A start that cannot succeed: one sentence for the terminal, and the exit code.

export const usageError = 2;
export const runtimeError = 1;

export class StartFailure extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartFailure';
    this.exitCode = exitCode;
  }
}
