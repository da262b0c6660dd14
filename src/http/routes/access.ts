// Why somebody may, or may not.
import { whyOf } from '../../app/policy/why.ts';
import { Problem } from '../../contract/problem.ts';
import { isAdmin } from '../../identity/admit.ts';
import { schemaOf } from '../answer/schemas.ts';
import type { App, Services } from '../app.ts';
import { callerOf, type Gate } from '../gate/admit.ts';

const shapes = () => import('../../contract/access.ts');

export function accessRoutes(app: App, { database }: Services, gate: Gate): void {
  app.get(
    '/api/access/why',
    {
      schema: {
        summary: 'Why somebody may do something, or may not',
        tags: ['Access'],
        querystring: schemaOf(shapes, 'WhyQuery'),
        response: { 200: schemaOf(shapes, 'Why') },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { user } = request.query;
      const { name, rights } = caller.principal;
      if (user === undefined || user === name) return whyOf(database, caller, request.query, rights);
      if (!isAdmin(rights)) throw new Problem('forbidden', 'Only admins may ask about others.');
      const other = await gate.rightsOf(user);
      if (other === null) throw new Problem('not-found', `There is no user called "${user}".`);
      return whyOf(database, caller, request.query, other);
    },
  );
}
