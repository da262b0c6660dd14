// A folder for what the engine puts down, which only this user can enter and which ends with the process at the latest.
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

/** Whoever ends the service may do so while files are read, of which much has been written by then. */
function removeAll(): void {
  for (const folder of inUse) folder.remove();
}
