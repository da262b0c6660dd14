// A private folder for the engine's temporary files, readable only by this user and removed at the latest on exit.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inUse = new Set<OwnFolder>();

export class OwnFolder {
  readonly path: string;

  constructor(kind: 'duckdb' | 'files') {
    this.path = mkdtempSync(join(tmpdir(), `joinery-${kind}-`));
    if (inUse.size === 0) process.once('exit', removeAll);
    inUse.add(this);
  }

  remove(): void {
    inUse.delete(this);
    if (inUse.size === 0) process.off('exit', removeAll);
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** The service may be stopped while files are being read, when much has already been written. */
function removeAll(): void {
  for (const folder of inUse) folder.remove();
}
