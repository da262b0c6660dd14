// Lets only one process at a time change a clone.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from './processes.mjs';

/** How long a lock may lack its owner's process id: the time between creating the folder and writing the id. */
const gracePeriod = 5_000;

/** Runs the work while holding the lock; a lock whose owner is gone is taken over. */
export async function exclusively(folder, work) {
  for (let told = false; !take(folder); told = true) {
    if (!told) say('Waiting for another start of this clone to finish …');
    await delay(200);
  }
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function take(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true });
    return false;
  }
  writeFileSync(join(folder, 'owner'), String(process.pid));
  return true;
}

function isAbandoned(folder) {
  try {
    const age = Date.now() - statSync(folder).mtimeMs;
    const owner = join(folder, 'owner');
    return existsSync(owner) ? !isRunning(Number(readFileSync(owner, 'utf8'))) : age > gracePeriod;
  } catch {
    // Released meanwhile.
    return false;
  }
}

function isRunning(pid) {
  // The process id is not written yet.
  if (!(pid > 0)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
