// The rows of a saved query, on the same road as those of any other query and under the rights of whoever asks.
import type { ExportFormat } from '../../contract/formats.ts';
import type { GridRequest, Parameter, ParameterValue } from '../../contract/grid.ts';
import { isLosslessNumber, parseExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import { entitiesOf } from '../../query/plan/entities.ts';
import type { Plan } from '../../query/plan/plan.ts';
import type { Asker, OpenDatabase } from '../database.ts';
import { type Export, exportFile } from '../export/export.ts';
import { type Answer, answerGrid, type TellPage } from '../read/grid.ts';
import { readRequest } from '../read/queries.ts';
import { readQuery } from '../read/query.ts';
import type { Snapshot } from '../snapshot.ts';
import { type QueryString, readAsked } from './arguments.ts';
import type { Kept } from './document.ts';
import { missingNames } from './missing-names.ts';

export interface RowsAsk {
  /** The saved query. */
  readonly kept: Kept;
  /** What the address says: the page and the values of parameters. */
  readonly sent: QueryString;
  /** The values of a link: whoever follows it gives none. */
  readonly settled?: Readonly<Record<string, ParameterValue>>;
  /** A file in this format; null for a page of JSON. */
  readonly format: ExportFormat | null;
  /** Whether the client has the answer of this tag. */
  readonly isKnown: (tag: string) => boolean;
  readonly tell?: TellPage;
}

/** `body` null: the client has it. `tag`: of the data's version, where the engine tells one. */
export interface Rows {
  readonly tag: string | null;
  readonly body: Answer | Export | null;
}

export function runSaved(open: OpenDatabase, asker: Asker, ask: RowsAsk): Promise<Rows> {
  const read = requestOf(ask);
  return open.use(asker, async (snapshot) => {
    try {
      const tag = versionTag(snapshot, readQuery(snapshot, read).plan, read, ask.format);
      if (tag !== null && ask.isKnown(tag)) return { tag, body: null };
      const body =
        ask.format === null
          ? await answerGrid(snapshot, read, ask.tell)
          : await exportFile(snapshot, read, { format: ask.format, safe: false, name: ask.kept.slug });
      return { tag, body };
    } catch (error) {
      throw ask.settled === undefined ? told(error, snapshot, read) : quiet(told(error, snapshot, read));
    }
  });
}

/** A Problem where the saved query cannot be run with these values and no others. */
export async function checkArguments(
  open: OpenDatabase,
  asker: Asker,
  kept: Kept,
  values: Readonly<Record<string, ParameterValue>>,
): Promise<void> {
  const { unigrid } = documentOf(kept);
  const read = readRequest({ unigrid: { ...unigrid, arguments: { ...unigrid.arguments, ...values } } });
  await open.use(asker, async (snapshot) => {
    try {
      readQuery(snapshot, read);
    } catch (error) {
      throw withMissing(error, snapshot, read);
    }
  });
}

/** The parts of a saved document that the rows depend on. */
export interface SavedDocument {
  readonly unigrid: Readonly<Record<string, unknown>> & Pick<GridRequest, 'arguments'>;
  readonly parameters: readonly Parameter[];
}

/** Whether its owner says that assistants have it as a tool of its own. */
export function isOffered({ content }: Pick<Kept, 'content'>): boolean {
  // Most are not, and the text tells it for less.
  if (!content.includes('"tool":true')) return false;
  return (parseExact(content) as { readonly tool?: boolean }).tool === true;
}

export function documentOf({ content }: Pick<Kept, 'content'>): SavedDocument {
  // Checked by the contract when it was saved; it is read again by whatever runs it.
  return parseExact(content) as SavedDocument;
}

function requestOf({ kept, sent, settled, format }: RowsAsk): ReadGridRequest {
  const { unigrid, parameters } = documentOf(kept);
  const preset = { ...unigrid.arguments, ...settled };
  const { page, values } = readAsked(sent, settled === undefined ? parameters : [], preset);
  const { limit, offset, ...rest } = unigrid;
  const ownPage = format === null ? { limit, offset } : {};
  return readRequest({ unigrid: { ...rest, ...ownPage, ...page, arguments: { ...preset, ...values } } });
}

/**
 * What the answer is made of: the same tag is never given to another answer. Null where the engine does not tell whether
 * its data has changed, and where the answer depends on more than the data: on the clock, on what a view computes, or on
 * a condition of the policy, which may do both. Null also for whoever does not see all of the database: they would be told
 * when something changes that is hidden from them.
 */
function versionTag(
  { connection, principal, database, whole, sight, seal }: Snapshot,
  plan: Plan,
  { shape, given, page }: ReadGridRequest,
  format: ExportFormat | null,
): string | null {
  const version = connection.dataVersion();
  if (version === null || database !== whole || dependsOnMore(plan)) return null;
  const asked = JSON.stringify([shape.text, given.map(exact), page, format], (_, value) => exact(value));
  return `"${seal.close(['rows', version, principal.name ?? '', sight, asked], '')}"`;
}

function dependsOnMore(plan: Plan): boolean {
  const hasClock = plan.slots.some((slot) => 'origin' in slot && 'clock' in slot.origin);
  return (
    hasClock || entitiesOf(plan).some(({ kind, restriction }) => kind === 'view' || restriction !== null)
  );
}

function exact(value: unknown): unknown {
  return isLosslessNumber(value) ? { number: value.value } : value;
}

/** What a planner says of a body that nobody has sent is said of the saved query and of the address. */
function told(error: unknown, snapshot: Snapshot, read: ReadGridRequest): unknown {
  const { pointer = '' } = error instanceof Problem ? error.extras : {};
  const argument = /^\/unigrid\/arguments\/([^/]*)/.exec(pointer)?.[1];
  if (!(error instanceof Problem) || argument === undefined) return withMissing(error, snapshot, read);
  const name = argument.replaceAll('~1', '/').replaceAll('~0', '~');
  return new Problem(error.kind, `The parameter "${name}" does not fit: ${error.message}`, {
    parameter: name,
  });
}

/** Whoever follows a link cannot repair anything, and is not told which names its maker can see. */
function quiet(error: unknown): unknown {
  const { missing } = error instanceof Problem ? error.extras : {};
  if (!(error instanceof Problem) || missing === undefined) return error;
  const names = missing.map((one) => ({ ...one, nearest: [] }));
  return new Problem(error.kind, error.message, { ...error.extras, missing: names });
}

/** In the place of the first name that is gone, all of them. */
function withMissing(error: unknown, { database }: Snapshot, { shape }: ReadGridRequest): unknown {
  if (!(error instanceof Problem) || error.extras.unknownName !== true) return error;
  const missing = missingNames(database, shape.request, shape.pointer);
  if (missing.length === 0) return error;
  const names = missing.map(({ name }) => `"${name}"`).join(', ');
  const sentence = `The database does not have ${names} any more: repair the query, or restore the names.`;
  // They are looked up in the schema once more, like every name that is not there.
  return new Problem('vanished-names', sentence, { missing, unknownName: true });
}
