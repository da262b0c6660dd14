// Tokens for programs: made, listed and deleted by the user in whose name they act.
import { expiryOf } from '../../app/saved/links.ts';
import { readBody } from '../../contract/issues.ts';
import { Problem } from '../../contract/problem.ts';
import { TokenBody } from '../../contract/tokens.ts';
import type { Access } from '../../identity/access.ts';
import type { Principal } from '../../identity/admit.ts';
import type { Tokens } from '../../identity/tokens.ts';
import { schemaOf } from '../answer/schemas.ts';
import type { App } from '../app.ts';
import { callerOf, type Gate } from '../gate/admit.ts';

const tags = ['Tokens'];
const schemas = () => import('../../contract/tokens.ts');

export function tokenRoutes(app: App, gate: Gate): void {
  const { access } = gate;
  app.post(
    '/api/tokens',
    {
      schema: {
        summary: 'Make a token for a program',
        tags,
        body: schemaOf(schemas, 'TokenBody'),
        response: { 201: schemaOf(schemas, 'NewToken') },
      },
    },
    async (request, reply) => {
      const { principal } = callerOf(request);
      const { tokens, name: maker } = ownerOf(access, principal);
      const { name, expires, roles, read_only: isReadOnly = false } = readBody(TokenBody, request.body);
      const endsAt = expiryOf(expires, Date.now());
      const missing = roles?.find((role) => !principal.rights.roles.includes(role));
      if (missing !== undefined) {
        throw new Problem('forbidden', `You do not have the role "${missing}" yourself.`, {
          pointer: '/roles',
        });
      }
      const draft = { name, roles: roles ?? null, isReadOnly, expires, endsAt };
      const { id, token } = await tokens.create(maker, draft);
      const own = roles ?? [...principal.rights.roles];
      return reply.code(201).send({ id, name, roles: own, read_only: isReadOnly, expires, token });
    },
  );

  app.get(
    '/api/tokens',
    { schema: { summary: 'Your own tokens', tags, response: { 200: schemaOf(schemas, 'TokenList') } } },
    async (request) => {
      const { name } = callerOf(request).principal;
      if (name === null || access.tokens === null) return { tokens: [] };
      // The calling token may have fewer roles than the token it lists.
      const roles = (await gate.rightsOf(name))?.roles ?? [];
      return { tokens: await access.tokens.list(name, roles) };
    },
  );

  app.delete(
    '/api/tokens/:id',
    { schema: { summary: 'End a token', tags, params: schemaOf(schemas, 'TokenParams') } },
    async (request, reply) => {
      const { tokens, name } = ownerOf(access, callerOf(request).principal);
      await tokens.remove(name, request.params.id);
      return reply.code(204).send();
    },
  );
}

/** Only a logged-in user makes and ends tokens. */
function ownerOf(access: Access, { name, via }: Principal): { tokens: Tokens; name: string } {
  if (access.tokens === null || name === null) {
    throw new Problem('forbidden', 'A token asks in the name of a user, and this service has no users.');
  }
  if (via !== 'session') throw new Problem('forbidden', 'No token makes or ends tokens: log in for that.');
  return { tokens: access.tokens, name };
}
