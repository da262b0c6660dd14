/** Questions in plain words, answered by a scripted endpoint. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../http/service.ts';
import { endless, type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';

let endpoint: ScriptedModel;
let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  endpoint = await startScriptedModel();
  // Both foreign keys of fixture reference person.
  database = await createDatabase('sqlite');
  await database.run(`
    CREATE TABLE person (id integer PRIMARY KEY, name text NOT NULL, born date);
    CREATE TABLE game (id integer PRIMARY KEY, white integer REFERENCES person (id), black integer REFERENCES person (id), moves integer);
    INSERT INTO person VALUES (1, 'CELL-OF-ADA', '1815-12-10'), (2, 'CELL-OF-BO', NULL);
    INSERT INTO game VALUES (1, 1, 2, 40);
  `);
  const model = { url: endpoint.url, name: 'scripted', key: 'the-key' };
  service = await startService(database.url, { model });
});
afterAll(async () => {
  await service?.close();
  await endpoint?.[Symbol.asyncDispose]();
  await database?.drop();
});

async function ask(question: string, ...says: Parameters<ScriptedModel['say']>) {
  endpoint.say(...says);
  const response = await service.post('/api/assistants/question', { question });
  return { status: response.status, answer: JSON.parse(await response.text()) };
}

/** The refusals sent to the endpoint after its first answer. */
const refusals = () =>
  endpoint.sent.slice(1).map(({ body }) => JSON.parse(JSON.parse(body).messages.at(-1).content).refused);

const names = { entities: [{ id: 'person', attributes: [{ id: 'name' }] }] };

test('a question becomes a valid query with its sentence, and the model receives names but no cell', async () => {
  const { answer } = await ask('Who is there?', { query: names });
  expect(answer).toEqual({ understood: true, unigrid: names, sentence: 'name of person.', repairs: 0 });
  expect(endpoint.sent).toHaveLength(1);
  const [{ authorization, body } = { authorization: '', body: '' }] = endpoint.sent;
  expect(authorization).toBe('Bearer the-key');
  const { model, messages } = JSON.parse(body);
  expect(model).toBe('scripted');
  const { database: told, question } = JSON.parse(messages[1].content);
  expect(question).toBe('Who is there?');
  expect(told.entities.map(({ entity }: { entity: string }) => entity).toSorted()).toEqual([
    'game',
    'person',
  ]);
  expect(body).not.toContain('CELL');
});

test('a code fence around the answer is accepted', async () => {
  const { answer } = await ask(
    'Who?',
    `Here it is:\n\`\`\`json\n${JSON.stringify({ query: names })}\n\`\`\``,
  );
  expect(answer).toMatchObject({ understood: true, unigrid: names });
});

test('wrong names, wrong values and ambiguity are returned to the model with the right choices', async () => {
  const wrongName = { entities: [{ id: 'person', attributes: [{ id: 'nmae' }] }] };
  const wrongValue = {
    entities: [{ id: 'person', attributes: [{ id: 'name' }, { id: 'born', selected: false }] }],
    where: { func: { name: 'GT', args: [{ alias: 'born' }, { value: 'long ago' }] } },
  };
  const player = (attr_parent: string) => ({
    entities: [
      {
        id: 'person',
        attributes: [{ entity: { id: 'game', relation: { attr_parent }, attributes: [{ id: 'moves' }] } }],
      },
    ],
  });
  const right = {
    entities: [
      {
        id: 'person',
        attributes: [
          {
            entity: {
              id: 'game',
              relation: { attr_parent: 'id', attr_child: 'white' },
              attributes: [{ id: 'moves' }],
            },
          },
        ],
      },
    ],
  };
  const { answer } = await ask(
    'How long?',
    { query: wrongName },
    { query: wrongValue },
    { query: player('id') },
    { query: right },
  );
  expect(answer).toMatchObject({ understood: true, unigrid: right, repairs: 3 });
  expect(refusals()).toEqual([
    expect.objectContaining({
      allowed: ['id', 'name', 'born'],
      pointer: '/unigrid/entities/0/attributes/0/id',
    }),
    expect.objectContaining({ status: 400, detail: expect.stringContaining('long ago') }),
    expect.objectContaining({ type: 'urn:joinery:problem:ambiguous-relation', allowed: ['black', 'white'] }),
  ]);
  expect(JSON.stringify(endpoint.sent)).not.toContain('CELL');
});

test('after three repairs the question is reported as not understood', async () => {
  const wrong = { query: { entities: [{ id: 'nothing' }] } };
  const { answer } = await ask('What?', wrong, wrong, 'no JSON at all', wrong, { query: names });
  expect(answer).toEqual({
    understood: false,
    reason: expect.stringContaining('There is no entity called "nothing".'),
    repairs: 3,
  });
  expect(endpoint.sent).toHaveLength(4);
});

test('what the data cannot answer is reported in the words of the model', async () => {
  const { answer } = await ask('Who will win?', { cannot: 'It holds no future.' });
  expect(answer).toEqual({ understood: false, reason: 'It holds no future.', repairs: 0 });
});

test.each([
  ['a failure', 500],
  ['a refused key', 401],
])('%s of the endpoint is reported as a problem, without its words', async (_, status) => {
  const { status: answered, answer } = await ask('Who?', status);
  expect(answered).toBe(503);
  expect(answer.type).toBe('urn:joinery:problem:model-unavailable');
});

test('an endless answer is aborted', async () => {
  const { status, answer } = await ask('Who?', endless);
  expect([status, answer.type]).toEqual([503, 'urn:joinery:problem:model-unavailable']);
  expect(endpoint.given()).toBeLessThan(32 * 1024 * 1024);
});

test('without a model the address refuses questions, and OPTIONS does not offer POST', async () => {
  await using other = await startService(database.url);
  const options = await other.get('/api/assistants/question', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'OPTIONS']);
  expect((await other.post('/api/assistants/question', { question: 'Who?' })).status).toBe(405);
  const own = await service.get('/api/assistants/question', { method: 'OPTIONS' });
  expect(own.headers.get('allow')).toBe('POST, OPTIONS');
});
