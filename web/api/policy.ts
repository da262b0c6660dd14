// Typed calls for the policy, for admins: its text, its versions, who may see what and why.
import { isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';
import type * as access from '../../src/contract/access.ts';
import type { Catalog } from '../../src/contract/catalog.ts';
import type { Action, PolicyDocument } from '../../src/contract/policy.ts';
import type * as wire from '../../src/contract/policy-resource.ts';
import { callJson, callText } from './client.ts';
import type { SavedPage, Tagged } from './saved.ts';
import { nextPageIn } from './saved.ts';

export type PolicyResource = wire.PolicyResource;
export type PolicyVersion = wire.PolicyVersion;
export type PolicyProblem = wire.PolicyCheck['problems'][number];
export type Who = access.Who;
export type Why = access.Why;

const path = '/policy';

/** Numbers too large for a double keep their digits, so that they are sent back unchanged. */
function read<T>(text: string): T {
  const number = (digits: string) => (isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits));
  // The contract guarantees the shape.
  return parse(text, undefined, number) as T;
}

async function tagged(answer: ReturnType<typeof callText>): Promise<Tagged<PolicyResource>> {
  const { text, headers } = await answer;
  return { value: read(text), tag: headers.get('etag') ?? '' };
}

const json = (body: unknown) => ({ bodyText: stringify(body) ?? '{}' });

export const policies = {
  get: (signal?: AbortSignal) => tagged(callText(path, { signal })),
  put: (policy: PolicyDocument, note: string, tag: string) =>
    tagged(callText(path, { method: 'PUT', ...json({ policy, ...(note && { note }) }), ifMatch: tag })),
  check: async (policy: PolicyDocument, signal?: AbortSignal): Promise<readonly PolicyProblem[]> => {
    const { text } = await callText(`${path}/check`, { method: 'POST', ...json({ policy }), signal });
    return read<wire.PolicyCheck>(text).problems;
  },
  versions: async (after: string | undefined, signal?: AbortSignal): Promise<SavedPage<PolicyVersion>> => {
    const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
    const { text, headers } = await callText(`${path}/versions${query}`, { signal });
    return { data: read<{ data: readonly PolicyVersion[] }>(text).data, next: nextPageIn(headers) };
  },
  version: async (version: number, signal?: AbortSignal): Promise<PolicyResource> =>
    (await tagged(callText(`${path}/versions/${version}`, { signal }))).value,
  restore: (version: number, tag: string) =>
    tagged(callText(`${path}/versions/${version}/restore`, { method: 'POST', ifMatch: tag })),
};

/** The question as query parameters. */
function queryString(of: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(of).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams(given).toString();
}

export interface WhyQuestion {
  readonly entity: string;
  /** 'read' by default. */
  readonly action?: Action | undefined;
  readonly column?: string | undefined;
  readonly key?: string | undefined;
  readonly user?: string | undefined;
}

export const rights = {
  /** All entities, regardless of what the current user may read. */
  catalog: (signal?: AbortSignal) => callJson<Catalog>('/access/catalog', { signal }),
  /** The same with the admin's own rights, even in the view of another user. */
  wholeCatalog: (signal?: AbortSignal) => callJson<Catalog>('/access/catalog', { signal, viewAs: null }),
  users: (signal?: AbortSignal) => callJson<access.AccessUsers>('/access/users', { signal }),
  who: (entity: string, column: string, signal?: AbortSignal) =>
    callJson<Who>(`/access/who?${queryString({ entity, column })}`, { signal }),
  /** Sent with the admin's own rights: the question itself names the other user, if any. */
  why: (question: WhyQuestion, signal?: AbortSignal) =>
    callJson<Why>(`/access/why?${queryString({ ...question })}`, { signal, viewAs: null }),
};
