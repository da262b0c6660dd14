// The rows of a saved query, by the same path as any other query and under the caller's rights.
import type { ExportFormat } from '../../contract/formats.ts';
import type { GridRequest, Parameter, ParameterValue } from '../../contract/grid.ts';
import { isLosslessNumber, parseExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import { entitiesOf } from '../../query/plan/entities.ts';
import type { Plan } from '../../query/plan/plan.ts';
import type { OpenDatabase, Requester } from '../database.ts';
import { type Export, exportFile } from '../export/export.ts';
import { type Answer, answerGrid, type OnPage } from '../read/grid.ts';
import { readRequest } from '../read/queries.ts';
import { readQuery } from '../read/query.ts';
import type { Snapshot } from '../snapshot.ts';
import { type QueryString, readArguments } from './arguments.ts';
import type { StoredDocument } from './document.ts';
import { missingNames } from './missing-names.ts';

export interface RowsRequest {
  readonly stored: StoredDocument;
  /** The query string: the page and the parameters' values. */
  readonly sent: QueryString;
  /** A link's values: those who follow it cannot give any. */
  readonly settled?: Readonly<Record<string, ParameterValue>>;
  /** The file format; null for a JSON page. */
  readonly format: ExportFormat | null;
  /** Whether the client has the answer with this tag. */
  readonly isKnown: (tag: string) => boolean;
  readonly onPage?: OnPage;
}

/** `body` null: the client has it. `tag`: of the data's version, if the engine tells it. */
export interface Rows {
  readonly tag: string | null;
  readonly body: Answer | Export | null;
}

export function runSaved(open: OpenDatabase, requester: Requester, ask: RowsRequest): Promise<Rows> {
  const read = requestOf(ask);
  return open.use(requester, async (snapshot) => {
    try {
      const tag = versionTag(snapshot, readQuery(snapshot, read).plan, read, ask.format);
      if (tag !== null && ask.isKnown(tag)) return { tag, body: null };
      const body =
        ask.format === null
          ? await answerGrid(snapshot, read, ask.onPage)
          : await exportFile(snapshot, read, { format: ask.format, safe: false, name: ask.stored.slug });
      return { tag, body };
    } catch (error) {
      throw ask.settled === undefined
        ? rewordProblem(error, snapshot, read)
        : withoutDetails(rewordProblem(error, snapshot, read));
    }
  });
}

/** Throws a Problem if the saved query cannot run with exactly these values. */
export async function checkArguments(
  open: OpenDatabase,
  requester: Requester,
  stored: StoredDocument,
  values: Readonly<Record<string, ParameterValue>>,
): Promise<void> {
  const { unigrid } = documentOf(stored);
  const read = readRequest({ unigrid: { ...unigrid, arguments: { ...unigrid.arguments, ...values } } });
  await open.use(requester, async (snapshot) => {
    try {
      readQuery(snapshot, read);
    } catch (error) {
      throw withMissing(error, snapshot, read);
    }
  });
}

/** The parts of a saved document that affect its rows. */
export interface SavedDocument {
  readonly unigrid: Readonly<Record<string, unknown>> & Pick<GridRequest, 'arguments' | 'group'>;
  readonly parameters: readonly Parameter[];
}

/** Whether its owner offers it to assistants as a separate tool. */
export function isOffered({ content }: Pick<StoredDocument, 'content'>): boolean {
  // Most are not offered, and a text search is cheaper than parsing.
  if (!content.includes('"tool":true')) return false;
  return (parseExact(content) as { readonly tool?: boolean }).tool === true;
}

export function documentOf({ content }: Pick<StoredDocument, 'content'>): SavedDocument {
  // The contract validated it when it was saved; running it validates it again.
  return parseExact(content) as SavedDocument;
}

function requestOf({ stored, sent, settled, format }: RowsRequest): ReadGridRequest {
  const { unigrid, parameters } = documentOf(stored);
  const preset = { ...unigrid.arguments, ...settled };
  const { page, values } = readArguments(sent, settled === undefined ? parameters : [], preset);
  const { limit, offset, ...rest } = unigrid;
  const ownPage = format === null ? { limit, offset } : {};
  return readRequest({ unigrid: { ...rest, ...ownPage, ...page, arguments: { ...preset, ...values } } });
}

/**
 * A tag of everything the answer depends on, so different answers never share one. Null if the engine does not tell
 * when data changes, or if the answer depends on more than data: the clock, a view's computation, or a policy
 * condition, which may use both. Also null for users who do not see the whole database: the tag would tell them when
 * hidden data changes.
 */
function versionTag(
  { connection, principal, database, fullDatabase, visibilityKey, seal }: Snapshot,
  plan: Plan,
  { shape, given, page }: ReadGridRequest,
  format: ExportFormat | null,
): string | null {
  const version = connection.dataVersion();
  if (version === null || database !== fullDatabase || dependsOnMore(plan)) return null;
  const asked = JSON.stringify([shape.text, given.map(exact), page, format], (_, value) => exact(value));
  return `"${seal.close(['rows', version, principal.name ?? '', visibilityKey, asked], '')}"`;
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

/** Nobody sent the planned body, so problems are reworded for the saved query and its address. */
function rewordProblem(error: unknown, snapshot: Snapshot, read: ReadGridRequest): unknown {
  const { pointer = '' } = error instanceof Problem ? error.extras : {};
  const argument = /^\/unigrid\/arguments\/([^/]*)/.exec(pointer)?.[1];
  if (!(error instanceof Problem) || argument === undefined) return withMissing(error, snapshot, read);
  const name = argument.replaceAll('~1', '/').replaceAll('~0', '~');
  return new Problem(error.kind, `The parameter "${name}" does not fit: ${error.message}`, {
    parameter: name,
  });
}

/** Those who follow a link cannot repair anything, and must not learn which names its maker can see. */
function withoutDetails(error: unknown): unknown {
  const { missing } = error instanceof Problem ? error.extras : {};
  if (!(error instanceof Problem) || missing === undefined) return error;
  const names = missing.map((one) => ({ ...one, nearest: [] }));
  return new Problem(error.kind, error.message, { ...error.extras, missing: names });
}

/** Reports all missing names in place of the first. */
function withMissing(error: unknown, { database }: Snapshot, { shape }: ReadGridRequest): unknown {
  if (!(error instanceof Problem) || error.extras.unknownName !== true) return error;
  const missing = missingNames(database, shape.request, shape.pointer);
  if (missing.length === 0) return error;
  const names = missing.map(({ name }) => `"${name}"`).join(', ');
  const sentence = `The database does not have ${names} any more: repair the query, or restore the names.`;
  // Like every unknown name, these are looked up in the schema once more.
  return new Problem('vanished-names', sentence, { missing, unknownName: true });
}
