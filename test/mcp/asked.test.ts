/** The log of what assistants asked: whose entries stay when somebody asks a great deal. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AskedLog, questionOf, type Whose } from '../../src/app/agents/asked.ts';
import { SqliteStore } from '../../src/store/sqlite.ts';
import { temporaryFolder } from '../support/folders.ts';

const ann = { name: 'ann', viewer: null };
const bo = { name: 'bo', viewer: null };

test('who asks a great deal at once pushes nobody else out of the log', async () => {
  const store = new SqliteStore({ file: join(await temporaryFolder(), 'state.sqlite') });
  const log = new AskedLog(store, (error) => {
    throw error;
  });
  const ask = (whose: Whose, n: number) => {
    const question = questionOf(whose, { entities: [{ id: `e${n}` }] });
    log.note(whose, { tool: 'query', said: `question ${n}`, question, problem: null });
  };
  ask(bo, 0);
  for (let n = 1; n <= 1_001; n++) ask(ann, n);
  const saidBy = async (whose: Whose) => (await log.list(whose, 2_000)).map(({ said }) => said);
  expect(await saidBy(bo)).toEqual(['question 0']);
  const ofAnn = await saidBy(ann);
  expect(ofAnn).toHaveLength(1_000);
  expect(ofAnn).not.toContain('question 1');
  await store.close();
});
