// Exports of all rows: streamed to disk if the browser can, with progress and cancellation.

import type { ExportFormat } from '../../src/contract/formats.ts';
import { call } from '../api/client.ts';
import { isAbort } from '../api/errors.ts';
import { bytes } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { rootLabel } from '../query/columns.ts';
import type { QueryDocument } from '../query/document.ts';
import type { FileQuery } from '../query/file.ts';
import { describeFailure } from '../ui/failures.ts';
import { dismissToast, showToast, updateToast } from '../ui/toast.ts';

/** Ordered by how often people need them. */
export const offeredFormats: readonly ExportFormat[] = ['csv', 'xlsx', 'tsv', 'json', 'ndjson'];

/** The destination of the bytes: a file that the person chose, or memory until the export is complete. */
interface Sink {
  write(chunk: Uint8Array<ArrayBuffer>): Promise<void> | void;
  done(): Promise<void> | void;
  /** Deletes what was written: a partial file looks like a complete one. */
  drop(): Promise<void> | void;
}

/** Not in TypeScript's DOM types yet; Chromium can write to a file while the response arrives. */
interface WithFilePicker {
  showSaveFilePicker(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
}

function canPick(target: object): target is WithFilePicker {
  return 'showSaveFilePicker' in target;
}

async function openSink(name: string): Promise<Sink> {
  if (canPick(window)) {
    const handle = await window.showSaveFilePicker({ suggestedName: name });
    const file = await handle.createWritable();
    return { write: (chunk) => file.write(chunk), done: () => file.close(), drop: () => file.abort() };
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  return {
    write: (chunk) => void chunks.push(chunk),
    done() {
      const url = URL.createObjectURL(new Blob(chunks));
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
    drop: () => void chunks.splice(0),
  };
}

function fileName(doc: QueryDocument, model: Model, format: ExportFormat): string {
  const roots = doc.entities.map(({ alias }) => rootLabel(doc, model, alias)).join(' and ');
  return `${roots.replace(/[^\p{L}\p{N} _-]/gu, '_')}.${format}`;
}

/** Without a byte order mark, Excel reads a CSV file in the machine's code page. */
const byteOrderMark = new Uint8Array([0xef, 0xbb, 0xbf]);

export async function exportQuery(
  doc: QueryDocument,
  model: Model,
  format: ExportFormat,
  file: () => FileQuery | Promise<FileQuery>,
): Promise<void> {
  const name = fileName(doc, model, format);
  const stop = new AbortController();
  let toast: number | undefined;
  let sink: Sink | undefined;
  try {
    sink = await openSink(name);
    toast = showToast(late.workbench.exporting(name), {
      progress: late.workbench.soFar(bytes(0)),
      sticky: true,
      action: { label: t.common.cancel, run: () => stop.abort() },
    });
    const response = await call(`/database/uni-grid-request/export?format=${format}&safe=1`, {
      method: 'POST',
      body: await file(),
      accept: '*/*',
      signal: stop.signal,
    });
    const reader = response.body?.getReader();
    if (format === 'csv') await sink.write(byteOrderMark);
    let size = 0;
    let reported = 0;
    for (;;) {
      const next = await reader?.read();
      if (!next || next.done) break;
      await sink.write(next.value);
      size += next.value.length;
      if (performance.now() - reported > 200) {
        reported = performance.now();
        updateToast(toast, late.workbench.soFar(bytes(size)));
      }
    }
    await sink.done();
    showToast(late.workbench.exported(name, bytes(size)));
  } catch (error) {
    await sink?.drop();
    // No message if the person closed the file dialog or cancelled the export.
    if (!isAbort(error)) showToast(describeFailure(error).detail, { tone: 'danger' });
  } finally {
    if (toast !== undefined) dismissToast(toast);
  }
}
