// Tells whoever listens which statements go to the engine: for tests and tracers, and free while nobody does.
import { channel } from 'node:diagnostics_channel';

/** What a listener of the channel is told. */
export interface StatementStart {
  readonly sql: string;
}

export const statementChannel = 'joinery:statement';

const statements = channel(statementChannel);

/** A dialect calls this for every statement that it sends, those of the reflection included. */
export function tellStatement(sql: string): void {
  if (statements.hasSubscribers) statements.publish({ sql } satisfies StatementStart);
}
