// The demo: a private copy of the bundled database, the same at every start.
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtPath } from './bundle.ts';
import { runtimeError, StartFailure } from './failure.ts';

/** The URL of the copy, which is deleted when the process ends. */
export function demoUrl(): string {
  const bundled = builtPath('demo.sqlite');
  if (!existsSync(bundled)) {
    throw new StartFailure(
      'The demo database is not built: run "npm run build", or name a database with --database.',
      runtimeError,
    );
  }
  // Only this user can enter the folder that mkdtemp creates.
  const folder = mkdtempSync(join(tmpdir(), 'joinery-demo-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, 'demo.sqlite');
  copyFileSync(bundled, copy);
  chmodSync(copy, 0o600);
  return `sqlite:///${copy.split('/').map(encodeURIComponent).join('/')}`;
}
