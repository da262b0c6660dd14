// Opens what a URL of DuckDB or of plain files names.
import { existsSync } from 'node:fs';
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
    if (!existsSync(url.database)) {
      throw new Problem(
        'database-unavailable',
        `There is no file or folder ${url.database}. Check the path.`,
      );
    }
    return DuckdbConnection.open(new FolderSource(driver, url.database, engine), options);
  }
  try {
    return await DuckdbConnection.open(new FileSource(driver, url.database, engine), options);
  } catch (error) {
    throw unopened(url, error);
  }
}
