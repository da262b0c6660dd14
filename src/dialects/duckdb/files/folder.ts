// The files of a folder that are served, and how each was found.
import { type BigIntStats, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { type FileFormat, formats, kindOf } from '../../../tabular/formats.ts';
import { entityNames } from './names.ts';

export interface DataFile {
  readonly path: string;
  /** Without the folder. */
  readonly name: string;
  readonly format: FileFormat;
  readonly isPacked: boolean;
  /** The entity that it becomes; several sheets of a workbook are named after it. */
  readonly entity: string;
  /** In bytes. */
  readonly size: number;
  /** Another text whenever it was written to. */
  readonly trace: string;
}

export interface Folder {
  readonly files: readonly DataFile[];
  /** What was left out, and why. */
  readonly warnings: readonly string[];
}

/** A path to one file is the folder with nothing else in it. */
export function readFolder(path: string): Folder {
  const isFile = statSync(path).isFile();
  const folder = isFile ? dirname(path) : path;
  const root = realpathSync(folder);
  const names = isFile ? [basename(path)] : readdirSync(folder).sort();
  const warnings: string[] = [];
  const found: Omit<DataFile, 'entity'>[] = [];
  for (const name of names) {
    const kind = kindOf(name);
    if (kind === null) {
      if (isFile) warnings.push(`${name} is left out: its ending is none of ${formats.join(', ')}.`);
      continue;
    }
    const file = join(folder, name);
    const it = inside(file, root);
    if (it === 'outside') {
      warnings.push(`${name} is left out: it leads out of the folder.`);
    } else if (it === null) {
      warnings.push(`${name} is left out: it cannot be read.`);
    } else if (it.stat.isFile()) {
      found.push({ path: it.real, name, ...kind, size: Number(it.stat.size), trace: traceOf(it.stat) });
    } else {
      // Programs that write in several parts make a folder with the ending of a file.
      warnings.push(`${name} is left out: it is ${it.stat.isDirectory() ? 'a folder' : 'no file'}.`);
    }
  }
  if (found.length === 0 && warnings.length === 0) {
    warnings.push(
      `There is nothing to serve: no file ends in ${formats.join(', ')}, and folders within the folder are not read.`,
    );
  }
  return { files: named(found), warnings };
}

/** What tells two states of a folder apart, without a look into its files. */
export function folderVersion(path: string): string {
  try {
    const { files, warnings } = readFolder(path);
    return [...files.map(({ name, trace }) => `${name} ${trace}`), ...warnings].join('\n');
  } catch {
    return 'none';
  }
}

interface Inside {
  /** Without links, so that none can be turned elsewhere before the file is read. */
  readonly real: string;
  readonly stat: BigIntStats;
}

/** A link may lead anywhere: what it leads to must lie in the folder. */
function inside(path: string, root: string): Inside | 'outside' | null {
  try {
    const real = realpathSync(path);
    if (!real.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) return 'outside';
    return { real, stat: statSync(real, { bigint: true }) };
  } catch {
    return null;
  }
}

/** The trace of a file that was found, as it is now; null where it is gone, or a link, which may lead anywhere, is in its place. */
export function traceNow({ path }: DataFile): string | null {
  try {
    const stat = lstatSync(path, { bigint: true });
    return stat.isFile() && realpathSync(path) === path ? traceOf(stat) : null;
  } catch {
    return null;
  }
}

/** The clock that systems note changes by ticks so slowly that two of them may leave the same trace. */
export const tickMs = 50;

/** Whether the file has just been changed, so that a further change might not show in its trace. */
export function isFresh({ path }: DataFile): boolean {
  const { ctimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  const age = Date.now() - ctimeMs;
  // The clock of another machine may be ahead: then nothing is known.
  return age >= 0 && age < tickMs;
}

/** The time of the last change of any kind is with it, since programs that copy files set that of their content back. */
function traceOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join('.');
}

function named(files: readonly Omit<DataFile, 'entity'>[]): DataFile[] {
  const entities = entityNames(files.map(({ name }) => name));
  return files.map((file, i) => ({ ...file, entity: entities[i] ?? file.name }));
}
