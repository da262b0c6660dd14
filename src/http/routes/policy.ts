// The policy, for admins: its text, its versions, and problems of a draft.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../../contract/issues.ts';
import { PolicyCheckBody, UnreadPolicyBody } from '../../contract/policy-resource.ts';
import { Problem } from '../../contract/problem.ts';
import { parsePolicyBody } from '../../contract/read-policy.ts';
import type { PolicySource, StoredPolicy } from '../../identity/policy.ts';
import { jsonType, sendJson, sendTagged, tagged, tagOf } from '../answer/answers.ts';
import { schemaOf } from '../answer/schemas.ts';
import { readsOwnBody } from '../answer/validation.ts';
import type { App, Services } from '../app.ts';
import { adminOf } from '../gate/admins.ts';
import { parseJson } from '../gate/body.ts';
import type { Hosts } from '../gate/hosts.ts';
import { partsOfData } from '../gate/parts.ts';
import { preconditionOf } from '../gate/preconditions.ts';
import { limitOf, linkNext } from './documents.ts';

const schemas = () => import('../../contract/policy-resource.ts');
const kept = () => import('../../contract/documents.ts');
const use = () => import('../../app/policy/policy-resource.ts');

const path = '/api/policy';
const tags = ['Access'];

/** A policy may have many roles, so its body may be large. Only admins' bodies are read. */
const ofBody = {
  bodyLimit: 16 * 1024 * 1024,
  onRequest: async (request: FastifyRequest) => void adminOf(request),
  ...readsOwnBody,
};

/** By the parser of stored policies, which refuses duplicate names: one of the two would be ignored. */
function bodyOf({ body }: { readonly body: unknown }): unknown {
  return parseJson(typeof body === 'string' ? body : '', parsePolicyBody, partsOfData);
}

/** `policies` null: there are no users, and so no admins. */
export function policyRoutes(
  app: App,
  { database }: Services,
  hosts: Hosts,
  policies: PolicySource | null,
): void {
  const resource = schemaOf(schemas, 'PolicyResource');

  const sourceOf = (): PolicySource => {
    if (policies === null) throw new Problem('not-found', 'There are no users here, and so no policy.');
    return policies;
  };

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    policy: StoredPolicy,
  ): Promise<FastifyReply> {
    const { policyText, tagOfPolicy } = await use();
    const text = policyText(sourceOf(), policy);
    const tag = tagOfPolicy(policy) ?? tagOf(text);
    if (request.method === 'GET') return sendTagged(request, reply.type(jsonType), text, tag);
    return sendJson(reply.header('etag', tag).headers(tagged), text);
  }

  app.get(
    path,
    { schema: { summary: 'The policy in force', tags, response: { 200: resource } } },
    async (request, reply) => {
      adminOf(request);
      return send(request, reply, await sourceOf().stored());
    },
  );

  app.put(
    path,
    {
      ...ofBody,
      config: { bodyAsText: true },
      schema: {
        summary: 'Put another policy in its place, with If-Match',
        tags,
        body: schemaOf(schemas, 'PolicyBody'),
        response: { 200: resource },
      },
    },
    async (request, reply) => {
      const { principal } = adminOf(request);
      const body = readBody(UnreadPolicyBody, bodyOf(request));
      const { putPolicy } = await use();
      const policy = await putPolicy(database, sourceOf(), principal, body, preconditionOf(request));
      return send(request, reply, policy);
    },
  );

  app.post(
    `${path}/check`,
    {
      ...ofBody,
      config: { bodyAsText: true, reads: true },
      schema: {
        summary: 'What is wrong with a policy that is being written',
        tags,
        body: schemaOf(schemas, 'PolicyCheckBody'),
        response: { 200: schemaOf(schemas, 'PolicyCheck') },
      },
    },
    async (request) => {
      const { principal } = adminOf(request);
      const { policy } = readBody(PolicyCheckBody, bodyOf(request));
      return (await use()).checkedPolicy(database, sourceOf(), principal, policy);
    },
  );

  app.get(
    `${path}/versions`,
    {
      schema: {
        summary: 'The versions of the policy, the newest first',
        tags,
        querystring: schemaOf(kept, 'VersionsQuery'),
        response: { 200: schemaOf(schemas, 'PolicyVersions') },
      },
    },
    async (request, reply) => {
      adminOf(request);
      const { limit, after = null } = request.query;
      const { policyVersions } = await use();
      const { items, next } = await policyVersions(sourceOf(), limitOf(limit), after);
      linkNext(hosts, request, reply, next);
      return { data: [...items] };
    },
  );

  const version = `${path}/versions/:version`;
  const params = schemaOf(schemas, 'PolicyVersionParams');
  app.get(
    version,
    { schema: { summary: 'A version of the policy', tags, params, response: { 200: resource } } },
    async (request, reply) => {
      adminOf(request);
      return send(request, reply, await (await use()).policyVersion(sourceOf(), request.params.version));
    },
  );

  app.post(
    `${version}/restore`,
    {
      schema: {
        summary: 'Make a version of the policy the one in force again, with If-Match',
        tags,
        params,
        response: { 200: resource },
      },
    },
    async (request, reply) => {
      const { principal } = adminOf(request);
      const { restorePolicy } = await use();
      const condition = preconditionOf(request);
      const { version: number } = request.params;
      return send(request, reply, await restorePolicy(database, sourceOf(), principal, number, condition));
    },
  );
}
