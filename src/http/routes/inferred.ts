// Undeclared keys and relations, and users' verdicts on them.
import { decide, inferredOf } from '../../app/inferred/inferred.ts';
import { schemaOf } from '../answer/schemas.ts';
import type { App, Services } from '../app.ts';
import { callerOf } from '../gate/admit.ts';

const schemas = () => import('../../contract/inferred.ts');

const path = '/api/database/inferred';
const tags = ['Database'];

export function inferredRoutes(app: App, { database }: Services): void {
  app.get(
    path,
    {
      schema: {
        summary: 'Keys and relations of files, with their evidence',
        tags,
        response: { 200: schemaOf(schemas, 'Inferred') },
      },
    },
    (request) => inferredOf(database, callerOf(request)),
  );

  app.put(
    `${path}/:id`,
    {
      schema: {
        summary: 'Confirm or reject a relation',
        tags,
        params: schemaOf(schemas, 'InferredParams'),
        body: schemaOf(schemas, 'InferredDecision'),
        response: { 200: schemaOf(schemas, 'InferredRelation') },
      },
    },
    (request) => decide(database, callerOf(request), request.params.id, request.body),
  );
}
