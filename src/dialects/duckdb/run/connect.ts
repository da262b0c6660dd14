// Opens what a URL of DuckDB names.
import type { Connection, ConnectOptions } from '../../dialect.ts';
import type { DatabaseUrl } from '../../url.ts';
import { DuckdbConnection } from './connection.ts';
import { loadDriver } from './driver.ts';
import { engineOptions, FileSource, unopened } from './file-source.ts';

export async function connect(url: DatabaseUrl, options: ConnectOptions): Promise<Connection> {
  const engine = engineOptions(url);
  const driver = await loadDriver();
  try {
    return await DuckdbConnection.open(new FileSource(driver, url.database, engine), options);
  } catch (error) {
    throw unopened(url, error);
  }
}
