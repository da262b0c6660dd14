// For admins: why a user may or may not do something, who may do it, and what can be granted.
import { usersOf, whoOf } from '../../app/policy/who.ts';
import { whyOf } from '../../app/policy/why.ts';
import { fullCatalog } from '../../app/read/documents.ts';
import { writeExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import { isAdmin } from '../../identity/rights.ts';
import { sendJson } from '../answer/answers.ts';
import { schemaOf } from '../answer/schemas.ts';
import type { App, Services } from '../app.ts';
import { adminOf } from '../gate/admins.ts';
import { callerOf, type Gate } from '../gate/admit.ts';

const schemas = () => import('../../contract/access.ts');
const catalog = () => import('../../contract/catalog.ts');

export function accessRoutes(app: App, { database, changes }: Services, gate: Gate): void {
  const isEdited = changes !== undefined;
  app.get(
    '/api/access/why',
    {
      schema: {
        summary: 'Why somebody may do something, or may not',
        tags: ['Access'],
        querystring: schemaOf(schemas, 'WhyQuery'),
        response: { 200: schemaOf(schemas, 'Why') },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { user } = request.query;
      const { name, rights } = caller.principal;
      if (user === undefined || user === name)
        return whyOf(database, caller, request.query, rights, isEdited);
      if (!isAdmin(rights)) throw new Problem('forbidden', 'Only admins may ask about others.');
      const other = await gate.rightsOf(user);
      if (other === null) throw new Problem('not-found', `There is no user called "${user}".`);
      return whyOf(database, caller, request.query, other, isEdited);
    },
  );

  app.get(
    '/api/access/users',
    {
      schema: {
        summary: 'All users that are known, with what the policy says of them; for admins',
        tags: ['Access'],
        response: { 200: schemaOf(schemas, 'AccessUsers') },
      },
    },
    async (request, reply) => {
      adminOf(request);
      return sendJson(reply, writeExact(usersOf(await gate.people())));
    },
  );

  app.get(
    '/api/access/who',
    {
      schema: {
        summary: 'Who may see an entity or a column of it; for admins',
        tags: ['Access'],
        querystring: schemaOf(schemas, 'WhoQuery'),
        response: { 200: schemaOf(schemas, 'Who') },
      },
    },
    async (request) => {
      const caller = adminOf(request);
      const { policy } = caller.principal.rights;
      return whoOf(database, caller, request.query, policy, await gate.people());
    },
  );

  app.get(
    '/api/access/catalog',
    {
      schema: {
        summary: 'The catalog of the whole database, for admins',
        tags: ['Access'],
        response: { 200: schemaOf(catalog, 'Catalog') },
      },
    },
    async (request, reply) => {
      return sendJson(reply, await fullCatalog(database, adminOf(request)));
    },
  );
}
