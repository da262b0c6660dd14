/** Each saved query is an operation of the API description, for users who may see it. */
import { rename } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { asked, openTestBed, people } from './desk.ts';

test('each query that the user may see is an operation with typed parameters', async () => {
  await using desk = await openTestBed();
  const unigrid = {
    ...asked,
    parameters: [
      { name: 'since', type: 'date', required: true, label: 'Born since' },
      { name: 'some', type: 'integer', many: true, default: [1, 2] },
      { name: 'most', type: 'numeric', required: true, default: 1.5 },
      { name: 'flag', type: 'boolean', required: true },
      { name: 'big', type: 'integer', default: 0 },
    ],
    arguments: { flag: false },
  };
  const body = JSON.stringify({ title: 'Born & bred', description: 'Who?', unigrid, visibility: 'everyone' });
  const exact = body.replace('"default":0', '"default":12345678901234567890');
  expect((await desk.ada.post('/api/queries', { body: exact })).status).toBe(201);
  await desk.ada.post('/api/queries', { body: { title: 'Mine', unigrid: people } });

  const read = async (who: typeof desk.ada) => await who.get('/api/openapi.json');
  const { body: document, text } = await read(desk.ada);
  const page = [
    {
      name: 'limit',
      in: 'query',
      required: false,
      description: expect.any(String),
      schema: { type: 'integer', minimum: 0 },
    },
    {
      name: 'offset',
      in: 'query',
      required: false,
      description: expect.any(String),
      schema: { type: 'integer', minimum: 0 },
    },
  ];
  expect(document.paths['/api/queries/born-bred/rows']).toEqual({
    get: {
      operationId: 'saved_born_bred',
      summary: 'Born & bred',
      description: 'Who?',
      tags: ['Saved queries'],
      parameters: [
        {
          name: 'since',
          in: 'query',
          required: true,
          description: 'Born since',
          schema: { type: 'string', format: 'date' },
        },
        {
          name: 'some',
          in: 'query',
          required: false,
          style: 'form',
          explode: true,
          schema: { type: 'array', items: { type: 'integer' }, default: [1, 2] },
        },
        { name: 'most', in: 'query', required: false, schema: { type: 'number', default: 1.5 } },
        { name: 'flag', in: 'query', required: false, schema: { type: 'boolean', default: false } },
        {
          name: 'big',
          in: 'query',
          required: false,
          schema: { type: 'integer', default: expect.any(Number) },
        },
        ...page,
      ],
      responses: {
        200: {
          description: 'A page of its rows',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/GridAnswer' } } },
        },
        default: {
          description: 'A problem',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  });
  expect(text).toContain('"default":12345678901234567890');
  for (const name of ['GridAnswer', 'Problem']) expect(document.components.schemas).toHaveProperty(name);
  expect(document.paths['/api/queries/mine/rows'].get).toMatchObject({
    operationId: 'saved_mine',
    parameters: page,
  });
  const mentioned = [...text.matchAll(/#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(new Set(mentioned)).toEqual(new Set(Object.keys(document.components.schemas)));

  const others = (await read(desk.bo)).body;
  expect(others.paths).toHaveProperty(['/api/queries/born-bred/rows']);
  expect(others.paths).not.toHaveProperty(['/api/queries/mine/rows']);
});

test('while the state store is unreachable, the rest is described, with a note', async () => {
  await using desk = await openTestBed({ open: true });
  const whole = (await desk.nobody.get('/api/openapi.json')).body;
  await desk.nobody.post('/api/queries', { body: { title: 'Mine', unigrid: people } });
  const file = desk.place.url.slice('sqlite:///'.length);
  await rename(file, `${file}.away`);
  expect((await desk.nobody.get('/api/queries')).status).toBe(503);
  const { status, body } = await desk.nobody.get('/api/openapi.json');
  expect(status).toBe(200);
  const description = `${whole.info.description} The state store cannot be reached at the moment: the operations of saved queries are not in this document.`;
  expect(body).toEqual({ ...whole, info: { ...whole.info, description: description } });
  await rename(`${file}.away`, file);
  const back = (await desk.nobody.get('/api/openapi.json')).body;
  expect(back.info).toEqual(whole.info);
  expect(back.paths).toHaveProperty(['/api/queries/mine/rows']);
});
