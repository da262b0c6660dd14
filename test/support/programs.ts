/** Finds the programs that tests need on this machine, and installs their Debian packages if it may. */
import { execFile } from 'node:child_process';
import { accessSync, constants, globSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerEngine } from './engines.ts';

export interface Need {
  readonly title: string;
  /** Each of these must be found; the inner lists are alternatives for one program. */
  readonly programs: readonly (readonly string[])[];
  /** Places besides PATH, as glob patterns; of several matches the last by name is tried first. */
  readonly places: readonly string[];
  readonly packages: readonly string[];
  /** What a person can do if nothing else works. */
  readonly remedy: string;
}

export const needs: Record<ServerEngine | 'chromium' | 'haproxy' | 'pgbouncer' | 'pgpool' | 'python', Need> =
  {
    postgres: {
      title: 'PostgreSQL',
      programs: [['initdb'], ['postgres']],
      places: [
        '/usr/lib/postgresql/*/bin',
        '/usr/pgsql-*/bin',
        '/opt/homebrew/opt/postgresql*/bin',
        '/usr/local/opt/postgresql*/bin',
        '/Applications/Postgres.app/Contents/Versions/*/bin',
      ],
      packages: ['postgresql'],
      remedy: 'install PostgreSQL 13 or newer, or set JOINERY_TEST_POSTGRES to the URL of a server',
    },
    mysql: {
      title: 'MariaDB',
      programs: [['mariadb-install-db'], ['mariadbd']],
      places: [
        '/usr/sbin',
        '/usr/bin',
        '/usr/libexec',
        '/opt/homebrew/opt/mariadb*/bin',
        '/usr/local/opt/mariadb*/bin',
      ],
      packages: ['mariadb-server'],
      remedy: 'install MariaDB 10.6 or newer, or set JOINERY_TEST_MYSQL to the URL of a server',
    },
    haproxy: {
      title: 'HAProxy',
      programs: [['haproxy']],
      places: ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin'],
      packages: ['haproxy'],
      remedy: 'install HAProxy 2.4 or newer',
    },
    pgbouncer: {
      title: 'PgBouncer',
      programs: [['pgbouncer']],
      places: ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'],
      packages: ['pgbouncer'],
      remedy: 'install PgBouncer 1.18 or newer',
    },
    pgpool: {
      title: 'Pgpool-II',
      programs: [['pgpool']],
      places: ['/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'],
      packages: ['pgpool2'],
      remedy: 'install Pgpool-II 4.3 or newer',
    },
    python: {
      // An independent reader for the files that we write; its standard library is enough.
      title: 'Python',
      programs: [['python3']],
      places: ['/usr/bin', '/opt/homebrew/bin'],
      packages: ['python3'],
      remedy: 'install Python 3.9 or newer',
    },
    chromium: {
      title: 'Chromium',
      programs: [
        [
          // The same browser without graphics, which takes half the processor time.
          'chromium-headless-shell',
          'chromium',
          'chromium-browser',
          'google-chrome',
          'google-chrome-stable',
          'Chromium',
          'Google Chrome',
        ],
      ],
      places: [
        '/usr/bin',
        '/snap/bin',
        '/Applications/Chromium.app/Contents/MacOS',
        '/Applications/Google Chrome.app/Contents/MacOS',
      ],
      packages: ['chromium-headless-shell'],
      remedy: 'install Chromium, or set JOINERY_TEST_CHROMIUM to its path',
    },
  };

const run = promisify(execFile);

/** Installs what is missing in one go, which takes half as long as one after the other. */
export async function provideAll(all: readonly Need[]): Promise<void> {
  const missing = all.filter((need) => !findPrograms(need));
  // If that fails, the next step finds out which package was the cause.
  if (missing.length > 1) await installPackages(missing);
  for (const need of all) await providePrograms(need);
}

/** The paths of a need's programs, in its order; installs missing ones if permitted. */
export async function providePrograms(need: Need): Promise<string[]> {
  const found = findPrograms(need);
  if (found) return found;
  const refusal = await installPackages([need]);
  const installed = findPrograms(need);
  if (installed) return installed;
  throw new Error(`The tests need ${need.title}, but ${refusal ?? 'its packages lack it'}: ${need.remedy}.`);
}

export function findPrograms(need: Need): string[] | undefined {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
    ...need.places.flatMap((place) => newestFirst(globSync(place))),
  ];
  const paths = need.programs.map((names) => {
    const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
    const path = candidates.find(isExecutable);
    return path === undefined ? undefined : realpathSync(path);
  });
  return paths.every((path) => path !== undefined) ? paths : undefined;
}

function newestFirst(paths: string[]): string[] {
  return paths.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * On Debian the policy file prevents packages from starting their services; ours exists only during the installation.
 */
const installScript = `
set -e
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\\nexit 101\\n' > "$policy"
  chmod +x "$policy"
  trap 'rm -f "$policy"' EXIT
fi
apt-get update
apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=300 "$@"
`;

/** Returns why nothing was installed, or undefined on success. */
async function installPackages(missing: readonly Need[]): Promise<string | undefined> {
  if (!(await succeeds('apt-get', ['--version']))) return 'it is not on this machine';
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (asRoot.length > 0 && !(await succeeds('sudo', ['-n', 'true']))) {
    return 'it is not on this machine and installing it takes root';
  }
  const titles = missing.map(({ title }) => title).join(', ');
  const packages = missing.flatMap((need) => need.packages);
  process.stderr.write(`Installing ${titles} for the tests (apt-get install ${packages.join(' ')}) …\n`);
  const [program = 'sh', ...rest] = [...asRoot, 'sh', '-c', installScript, 'install', ...packages];
  try {
    await run(program, rest, { maxBuffer: 64 * 1024 * 1024 });
    return undefined;
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    const reason = output.split('\n').filter((line) => line.startsWith('E:'));
    return `apt-get could not install it (${reason.join(' ') || 'no reason given'})`;
  }
}

async function succeeds(program: string, args: string[]): Promise<boolean> {
  try {
    await run(program, args);
    return true;
  } catch {
    return false;
  }
}
