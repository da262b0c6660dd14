// The steps of a change, by name, so that a test can end the process at each of them.

export const steps = ['begun', 'written', 'intended', 'committed', 'settled'] as const;
export type Step = (typeof steps)[number];

const stopAt = process.env.JOINERY_TEST_STOP_AT;

/** Ends the process as a power cut would, where a test has asked for it. */
export function reached(step: Step): void {
  if (stopAt === step) process.kill(process.pid, 'SIGKILL');
}
