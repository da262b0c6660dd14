// The served files of a folder, and their state.
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
  /** The entity made of it; if a workbook has several sheets, their names begin with this. */
  readonly entity: string;
  /** In bytes. */
  readonly size: number;
  /** Changes whenever the file is written. */
  readonly trace: string;
}

export interface Folder {
  readonly files: readonly DataFile[];
  /** What was left out, and why. */
  readonly warnings: readonly string[];
}

/** For the path of a single file, a folder that contains nothing else. */
export function readFolder(path: string): Folder {
  const isFile = statSync(path).isFile();
  const folder = isFile ? dirname(path) : path;
  // A single file is named by the operator, who may name it by a link.
  const root = realpathSync(isFile ? dirname(realpathSync(path)) : path);
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
      // Programs that write in several parts create a folder named like a file.
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

/** Distinguishes states of a folder without reading its files. */
export function folderVersion(path: string): string {
  try {
    const { files, warnings } = readFolder(path);
    return [...files.map(({ name, trace }) => `${name} ${trace}`), ...warnings].join('\n');
  } catch {
    return 'none';
  }
}

interface Inside {
  /** Without symbolic links, so that none can be redirected before the file is read. */
  readonly real: string;
  readonly stat: BigIntStats;
}

/** A link may lead anywhere, but its target must be in the folder. */
function inside(path: string, root: string): Inside | 'outside' | null {
  try {
    const real = realpathSync(path);
    if (!real.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) return 'outside';
    return { real, stat: statSync(real, { bigint: true }) };
  } catch {
    return null;
  }
}

/** The current trace of a file found before; null if it is gone or was replaced by a link, which may lead anywhere. */
export function currentTrace({ path }: DataFile): string | null {
  try {
    const stat = lstatSync(path, { bigint: true });
    return stat.isFile() && realpathSync(path) === path ? traceOf(stat) : null;
  } catch {
    return null;
  }
}

/** File systems' clocks tick so slowly that two changes may leave the same trace. */
export const tickMs = 50;

/** Whether the file was changed so recently that another change might leave the same trace. */
export function isFresh({ path }: DataFile): boolean {
  const { ctimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  const age = Date.now() - ctimeMs;
  // Another machine's clock may be ahead, which means that nothing is known.
  return age >= 0 && age < tickMs;
}

/** Includes the time of any last change, because programs that copy files reset the modification time. */
function traceOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join('.');
}

function named(files: readonly Omit<DataFile, 'entity'>[]): DataFile[] {
  const entities = entityNames(files.map(({ name }) => name));
  return files.map((file, i) => ({ ...file, entity: entities[i] ?? file.name }));
}
