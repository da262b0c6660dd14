// The steps of a change, by name, so that a test can kill or pause the process at each of them.

export const steps = ['begun', 'written', 'intended', 'committed', 'settled'] as const;
export type Step = (typeof steps)[number];

const { JOINERY_TEST_STOP_AT: stopAt, JOINERY_TEST_HOLD_AT: holdAt } = process.env;

/** Kills or pauses the process, as a power cut or a debugger would, if a test asks for it. */
export function reached(step: Step): void {
  if (stopAt === step) process.kill(process.pid, 'SIGKILL');
  if (holdAt === step) process.kill(process.pid, 'SIGSTOP');
}
