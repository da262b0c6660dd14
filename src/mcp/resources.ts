// What an assistant can read by URI: entities of the model and saved queries.
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { resourceText } from '../app/saved/document.ts';
import { entityOf } from '../app/snapshot.ts';
import { Problem } from '../contract/problem.ts';
import { dataAnswer } from './answer.ts';
import { entityCard } from './overview.ts';
import { joined } from './quoted.ts';
import type { ToolRequest } from './tool-request.ts';
import { found, listSaved } from './tools/saved.ts';

const scheme = 'joinery://';
const entities = `${scheme}entities/`;
const queries = `${scheme}queries/`;
const mimeType = 'application/json';
const pageSize = 100;

export const resourceTemplates = [
  { uriTemplate: `${entities}{name}`, name: 'entity', title: 'An entity: columns and relations', mimeType },
  { uriTemplate: `${queries}{slug}`, name: 'saved-query', title: 'A saved query', mimeType },
];

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** A cursor is `e<n>` within the entities, then `q<after>` within the saved queries. */
export async function listResources(
  toolRequest: ToolRequest,
  cursor: string | undefined,
): Promise<{ resources: ListedResource[]; nextCursor?: string }> {
  if (cursor?.startsWith('q')) return savedPage(toolRequest, cursor === 'q' ? null : cursor.slice(1));
  if (!/^e\d{1,9}$/.test(cursor ?? 'e0')) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This is no cursor of this list.');
  }
  const start = Number((cursor ?? 'e0').slice(1));
  const names = await toolRequest.database.use(toolRequest.requester, async ({ database }) => [
    ...database.entities.keys(),
  ]);
  const resources = names.slice(start, start + pageSize).map((name) => ({
    uri: `${entities}${encodeURIComponent(name)}`,
    name,
    mimeType,
  }));
  const end = start + pageSize;
  if (end < names.length) return { resources, nextCursor: `e${end}` };
  const saved = await savedPage(toolRequest, null);
  return { ...saved, resources: [...resources, ...saved.resources] };
}

async function savedPage(toolRequest: ToolRequest, after: string | null) {
  const { items, next } = await listSaved(toolRequest, pageSize, after);
  const resources = items.map((stored) => ({
    uri: `${queries}${stored.slug}`,
    // Users write the titles, so they appear only as data, when the query is read.
    name: stored.slug,
    mimeType,
  }));
  return next === null ? { resources } : { resources, nextCursor: `q${next}` };
}

export async function readResource(toolRequest: ToolRequest, uri: string) {
  const text = await textOf(toolRequest, uri);
  if (text === null) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType, text }] };
}

async function textOf(toolRequest: ToolRequest, uri: string): Promise<string | null> {
  try {
    if (uri.startsWith(entities)) {
      const name = decodeURIComponent(uri.slice(entities.length));
      const card = await toolRequest.database.use(toolRequest.requester, async ({ database, connection }) => {
        await connection.annotate();
        return entityCard(entityOf(database, name));
      });
      return joined(dataAnswer(JSON.stringify(card)).parts);
    }
    if (!uri.startsWith(queries)) return null;
    const stored = await found(toolRequest, decodeURIComponent(uri.slice(queries.length)));
    return joined(dataAnswer(resourceText(stored)).parts);
  } catch (error) {
    const isMissing = error instanceof Problem && error.status === 404;
    if (isMissing || error instanceof URIError) return null;
    throw error;
  }
}
