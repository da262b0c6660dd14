// The signals that ask a command to end: a supervisor's, Ctrl+C, and the closing of its terminal.
import { constants } from 'node:os';

export const endingSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
export type EndingSignal = (typeof endingSignals)[number];

/** As shells report a process that a signal has ended. */
export const exitCodeOf = (signal: EndingSignal) => 128 + constants.signals[signal];
