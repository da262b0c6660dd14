// Locates the files shipped with the package: the built front end and the demo database.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Two folders up is the package in a checkout, and `dist` in a build.
const above = new URL('../../', import.meta.url);
const packageFolder = existsSync(new URL('package.json', above)) ? above : new URL('../', above);

/** The path of a built part, whether it exists or not. */
export function builtPath(name: string): string {
  return fileURLToPath(new URL(`dist/${name}`, packageFolder));
}

export function packageVersion(): string {
  const text = readFileSync(new URL('package.json', packageFolder), 'utf8');
  const { version }: { version?: unknown } = JSON.parse(text);
  return String(version);
}
