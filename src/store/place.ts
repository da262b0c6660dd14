// Where a database's store is kept by default.
import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { DatabaseUrl } from '../dialects/url.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder for this user's application data. */
export function dataFolder(
  environment: Environment = process.env,
  platform: string = process.platform,
  home: string = homedir(),
): string {
  const { JOINERY_HOME, XDG_DATA_HOME, LOCALAPPDATA } = environment;
  if (JOINERY_HOME) return resolve(JOINERY_HOME);
  if (platform === 'win32') return join(LOCALAPPDATA || join(home, 'AppData', 'Local'), 'joinery');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'joinery');
  return join(XDG_DATA_HOME || join(home, '.local', 'share'), 'joinery');
}

/** Recognisable by people, and different for two databases of the same name. */
export function defaultFile(url: DatabaseUrl, folder: string = dataFolder()): string {
  const { dialect, host, port, database, options } = url;
  const isFile = dialect === 'sqlite';
  const server = host ?? options.get('host') ?? options.get('unix_socket') ?? 'localhost';
  const address = isFile ? resolve(database) : `//${server}:${port ?? options.get('port') ?? ''}/${database}`;
  const hash = createHash('sha256').update(`${dialect}:${address}`).digest('hex').slice(0, 12);
  const name = basename(database)
    .replace(/\.[^.]*$/, '')
    .replace(/[^\w-]+/g, '-')
    .slice(0, 60);
  return join(folder, `${name || dialect}-${hash}.sqlite`);
}

/** Folders to delete when the process ends. */
const temporaryFolders = new Set<string>();

/** The file of a temporary store. Its folder has an unpredictable name and is created with the store. */
export function temporaryFile(): string {
  if (temporaryFolders.size === 0) process.once('exit', removeTemporaryFolders);
  const folder = join(tmpdir(), `joinery-state-${randomUUID()}`);
  temporaryFolders.add(folder);
  return join(folder, 'state.sqlite');
}

function removeTemporaryFolders(): void {
  for (const folder of temporaryFolders) rmSync(folder, { recursive: true, force: true });
}
