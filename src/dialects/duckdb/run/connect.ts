// Opens the target of a DuckDB URL, or of a URL of plain files.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { Problem } from '../../../contract/problem.ts';
import type { Connection, ConnectOptions } from '../../dialect.ts';
import type { DatabaseUrl } from '../../url.ts';
import { FolderSource } from '../files/folder-source.ts';
import { DuckdbConnection } from './connection.ts';
import { loadDriver } from './driver.ts';
import { engineOptions, FileSource, unopened } from './file-source.ts';

export async function connect(url: DatabaseUrl, options: ConnectOptions): Promise<Connection> {
  const engine = engineOptions(url);
  const driver = await loadDriver();
  if (url.isFiles === true) {
    const refusal = refusalOf(url.database);
    if (refusal !== null) throw new Problem('database-unavailable', refusal);
    return DuckdbConnection.open(new FolderSource(driver, url.database, engine), options);
  }
  try {
    return await DuckdbConnection.open(new FileSource(driver, url.database, engine), options);
  } catch (error) {
    throw unopened(url, error);
  }
}

/** Why there can be no files at a path; null if there can. */
function refusalOf(path: string): string | null {
  if (!existsSync(path)) return `There is no file or folder ${path}. Check the path.`;
  const found = statSync(path);
  if (!found.isFile() && !found.isDirectory()) return `${path} is neither a file nor a folder.`;
  try {
    accessSync(path, found.isFile() ? constants.R_OK : constants.R_OK | constants.X_OK);
    return null;
  } catch {
    return `${path} is not ours to read: check its permissions, and who runs the service.`;
  }
}
