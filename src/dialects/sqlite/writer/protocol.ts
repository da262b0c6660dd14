// What the service and the thread that writes to a SQLite file say to each other.

/** The file, and how long to wait while another program writes to it. */
export interface WriterSetup {
  readonly path: string;
  readonly busyTimeoutMs: number;
}

/**
 * Statements of one text, once for each list of parameters. `command`: nobody asks for rows. `lines`: each column is one text,
 * with a line for each row.
 */
export interface ToWriter {
  readonly id: number;
  readonly type: 'rows' | 'lines' | 'run' | 'command';
  readonly sql: string;
  readonly lists: readonly (readonly unknown[])[];
}

export interface WriterFailure {
  readonly code: string;
  readonly message: string;
  /** Which list of parameters it was. */
  readonly at: number;
}

export interface FromWriter {
  readonly id: number;
  readonly rows?: (string | null)[][];
  readonly lines?: string[];
  readonly counts?: number[];
  readonly failure?: WriterFailure;
}
