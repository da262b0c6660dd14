// The messages between the service's thread and SQLite's reader threads.

/** Enough that the jobs of one thread hardly ever share a slot, so that none is stopped in another's place. */
export const cancelSlots = 1024;

export interface WorkerSetup {
  readonly file: string;
  readonly busyTimeoutMs: number;
  /** Engine time that one statement may use; 0 means no bound. */
  readonly timeoutMs: number;
  /** Int32s: ids of jobs that must stop, each in the slot that its id leads to. */
  readonly cancelled: SharedArrayBuffer;
}

interface Run {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type ToWorker =
  | (Run & { readonly type: 'stream'; readonly separator: string })
  | (Run & { readonly type: 'fetch' })
  | { readonly type: 'pull'; readonly id: number }
  | { readonly type: 'close'; readonly id: number };

export type FromWorker =
  | {
      readonly type: 'chunk';
      readonly id: number;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly rows: number;
      readonly done: boolean;
    }
  | { readonly type: 'rows'; readonly id: number; readonly rows: readonly string[] }
  | { readonly type: 'error'; readonly id: number; readonly code: string; readonly message: string };
