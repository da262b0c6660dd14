// The worker thread that appends to the audit log of a store in a file.
import { parentPort, workerData } from 'node:worker_threads';
import { fileStore } from '../../store/open.ts';
import { append } from './append.ts';
import { type PackedEvents, unpackEvents } from './noted-events.ts';
import type { AuditThreadSetup, FromAuditThread, ToAuditThread } from './thread.ts';

// Passed by ./thread.ts.
const { file, keepMs } = workerData as AuditThreadSetup;
const store = await fileStore(file);

async function written(notes: PackedEvents): Promise<FromAuditThread> {
  try {
    await append(store, unpackEvents(notes), keepMs);
    return { failure: null };
  } catch (error) {
    return { failure: String(error) };
  }
}

parentPort?.on('message', async (message: ToAuditThread) => {
  if (message !== null) {
    parentPort?.postMessage(await written(message));
    return;
  }
  await store.close();
  parentPort?.close();
});

const ready: FromAuditThread = 'ready';
parentPort?.postMessage(ready);
