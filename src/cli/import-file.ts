// `joinery import FILE --into Table`: imports a file into a table, or does a dry run.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Changes } from '../app/change/changes.ts';
import { OpenDatabase } from '../app/database.ts';
import type { BadRow, ImportBody, ImportDone, Look, LookQuery } from '../contract/import.ts';
import type { ImportMode } from '../contract/import-modes.ts';
import type { DatabaseUrl } from '../dialects/url.ts';
import { openAccess } from '../identity/access.ts';
import { admit } from '../identity/admit.ts';
import { storeFor } from '../store/open.ts';
import { BadRowsFile } from './bad-rows-file.ts';
import { endingSignals, exitCodeOf } from './ending-signals.ts';
import { runtimeError, StartFailure, usageError } from './failure.ts';
import { withReadableErrors } from './readable-errors.ts';
import { databaseUrl } from './sources.ts';

export interface ImportSettings {
  readonly into: string;
  readonly mode: ImportMode;
  /** `file column=table column` */
  readonly map: readonly string[];
  readonly sheet?: string;
  readonly empty: 'null' | 'text';
  readonly timezone?: string;
  readonly dryRun: boolean;
  readonly badRows?: string;
  readonly note?: string;
  readonly database?: string;
  readonly state?: string;
  readonly statementTimeout: number;
}

export async function importFile(file: string, settings: ImportSettings): Promise<void> {
  const { database } = settings;
  if (database === undefined) {
    throw new StartFailure('Name the database with --database: the demo is made anew each time.', usageError);
  }
  const body = bodyOf(settings);
  await refuseOtherThanFile(file);
  const { badRows } = settings;
  const badRowsFile = badRows === undefined ? null : await BadRowsFile.open(badRows, file);
  const report = new ImportReport(badRowsFile);
  await withReadableErrors(async () => {
    let done: ImportDone;
    try {
      done = await run(databaseUrl(database), file, body, settings, report);
    } finally {
      await badRowsFile?.close();
    }
    process.stdout.write(`${sentence(done, settings)}\n`);
    if (done.bad > 0) process.exitCode = runtimeError;
  });
}

/** A file is read several times, and opening a pipe would wait for its writer. */
async function refuseOtherThanFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile() === true) return;
  const reason =
    found === null
      ? `There is no file ${path}.`
      : found.isDirectory()
        ? `${path} is a folder. Name one of the files in it.`
        : `${path} is a pipe or a device, which cannot be read twice. Write it to a file first.`;
  throw new StartFailure(reason, usageError);
}

/** Aborted by the first signal; a second one ends the process at once. */
function stopOnSignals(): AbortSignal {
  const ending = new AbortController();
  for (const signal of endingSignals) {
    process.once(signal, () => {
      ending.abort(new StartFailure('Nothing was imported: it was stopped.', exitCodeOf(signal)));
    });
  }
  return ending.signal;
}

function bodyOf({ into, mode, map, sheet, empty, timezone, dryRun, note }: ImportSettings): ImportBody {
  const columns = map.map((pair) => {
    const at = pair.lastIndexOf('=');
    if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)] as const;
    throw new StartFailure(`Write --map 'column of the file=column of the table', not ${pair}.`, usageError);
  });
  return {
    entity: into,
    mode,
    empty,
    dry_run: dryRun,
    ...(columns.length === 0 ? {} : { columns: Object.fromEntries(columns) }),
    ...(sheet === undefined ? {} : { table: sheet }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(note === undefined ? {} : { note }),
  };
}

function lookOf({ entity, table }: ImportBody): LookQuery {
  return { entity, ...(table === undefined ? {} : { table }) };
}

async function run(
  url: DatabaseUrl,
  path: string,
  body: ImportBody,
  { state, statementTimeout: statementTimeoutMs }: ImportSettings,
  report: ImportReport,
): Promise<ImportDone> {
  const limits = { poolSize: 1, statementTimeoutMs, poolWaitMs: 10_000, onWarning: () => {} };
  const open = await OpenDatabase.open(url, limits);
  const { openWriter, title } = open.dialect;
  try {
    if (openWriter === null) {
      throw new StartFailure(
        `A database of ${title} is only read: nothing can be imported into it.`,
        usageError,
      );
    }
    const store = await storeFor(state, url);
    const onWarning = (message: string) => void process.stderr.write(`${message}\n`);
    const writer = await openWriter(url, { poolSize: 1, statementTimeoutMs, waitMs: 10_000, onWarning });
    const changes = new Changes(open, writer, store, onWarning);
    const signal = stopOnSignals();
    try {
      const principal = await admit(openAccess, null, '');
      const addresses = { base: '', recordPrefix: () => '', bySuffix: () => '' };
      const requester = { principal, holder: 'import', signal };
      const file = { name: basename(path), path };
      report.columns(
        await changes.imports.preview(requester, { ...file, id: '', bytes: 0 }, lookOf(body), body.mode),
        body,
      );
      return await changes.imports.run(
        { requester, addresses, request: null },
        async () => file,
        body,
        report,
      );
    } finally {
      await changes.close();
      await store.close();
    }
  } finally {
    await open.close();
  }
}

const pulseMs = 1_000;
/** The number of bad rows to show if they are not written to a file. */
const maxShown = 20;

/** Progress messages for the terminal. */
class ImportReport {
  readonly #badRows: BadRowsFile | null;
  #lastPulse = performance.now();
  #shown = 0;

  constructor(badRows: BadRowsFile | null) {
    this.#badRows = badRows;
  }

  /** Prints the target of each column: given by the user, otherwise guessed. */
  columns({ columns, table, tables }: Look, body: ImportBody): void {
    const goesTo = (name: string, guess: string | null) =>
      body.columns === undefined ? guess : (body.columns[name] ?? null);
    const pairs = columns.map(({ name, to }) => [name, goesTo(name, to)] as const);
    const taken = pairs.flatMap(([from, to]) => (to === null ? [] : `${from} → ${to}`));
    const left = pairs.flatMap(([from, to]) => (to === null ? from : []));
    if (tables.length > 1) process.stderr.write(`Sheet: ${table} of ${tables.join(', ')}\n`);
    if (taken.length > 0) process.stderr.write(`Columns: ${taken.join(', ')}\n`);
    if (left.length > 0) process.stderr.write(`Left out: ${left.join(', ')}\n`);
  }

  async progress({ rows }: { readonly rows: number }): Promise<void> {
    if (!process.stderr.isTTY || performance.now() - this.#lastPulse < pulseMs) return;
    this.#lastPulse = performance.now();
    process.stderr.write(`\r${rows.toLocaleString('en')} rows `);
  }

  async bad(bad: BadRow): Promise<void> {
    if (this.#badRows !== null) return this.#badRows.add(bad);
    if (this.#shown++ >= maxShown) return;
    const { row, column, reason } = bad;
    const where = [...(row === null ? [] : [`row ${row}`]), ...(column === null ? [] : [column])].join(', ');
    process.stderr.write(`${where}: ${reason}\n`);
  }
}

function sentence(done: ImportDone, { into, badRows }: ImportSettings): string {
  const { rows, inserted, updated, unchanged, bad } = done;
  const counts = `Rows: ${rows}, new: ${inserted}, changed: ${updated}, as they were: ${unchanged}, bad: ${bad}.`;
  if (bad > 0) {
    const where = badRows === undefined ? '' : ` The bad rows are listed in ${badRows}.`;
    return `Nothing was imported into ${into}. ${counts}${where}`;
  }
  if (inserted + updated === 0) return `Nothing is new for ${into}. ${counts}`;
  if (done.dry_run) return `All of it could be imported into ${into}. ${counts}`;
  return `Imported into ${into} as the change set ${done.change_set}. ${counts}`;
}
