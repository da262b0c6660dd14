// Publishes the statements sent to the engine: for tests and tracers; costs nothing without subscribers.
import { channel } from 'node:diagnostics_channel';

/** The message on the channel. */
export interface StatementStart {
  readonly sql: string;
}

export const statementChannel = 'joinery:statement';

const statements = channel(statementChannel);

/** Dialects call this for every statement they send, including reflection. */
export function publishStatement(sql: string): void {
  if (statements.hasSubscribers) statements.publish({ sql } satisfies StatementStart);
}
