/** The log of what assistants asked: whose entries are kept when somebody asks very much. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Proposals } from '../../src/app/agents/proposals.ts';
import { QuestionLog, type QuestionOwner, questionOf } from '../../src/app/agents/question-log.ts';
import { SqliteStore } from '../../src/store/sqlite.ts';
import { temporaryFolder } from '../support/folders.ts';

const ann = { name: 'ann', viewer: null, isReduced: false };
const bo = { name: 'bo', viewer: null, isReduced: false };

test('the log cuts long texts, and hides questions from tokens with fewer roles', async () => {
  const store = new SqliteStore({ file: join(await temporaryFolder(), 'state.sqlite') });
  const log = new QuestionLog(store, (error) => {
    throw error;
  });
  const key = 'k'.repeat(500_000);
  log.note(ann, {
    tool: 'record',
    said: `The record ${key} of item.`,
    place: `#/record/item/${key}`,
    problem: null,
  });
  const [entry] = await log.list(ann, 1);
  expect(entry?.said).toBe(`The record ${'k'.repeat(989)}…`);
  expect(entry?.place).toBeNull();
  // A token of the same user with fewer roles must not see her questions.
  const reduced = { ...ann, isReduced: true };
  expect(await log.list(reduced, 1)).toEqual([]);
  await expect(log.find(reduced, entry?.id ?? '')).rejects.toThrow('Nothing of this address');
  expect(await log.find(ann, entry?.id ?? '')).toEqual(entry);
  await store.close();
});

test('the latest two hundred proposals to each user are kept', async () => {
  const store = new SqliteStore({ file: join(await temporaryFolder(), 'state.sqlite') });
  const proposals = new Proposals(store);
  const propose = (name: string) => proposals.keep({ name }, { note: name, changes: [] });
  const ofBo = await propose('bo');
  const ids: string[] = [];
  for (let n = 0; n <= 200; n++) {
    ids.push(await propose('ann'));
    // Puts the first entry into an earlier millisecond than all others.
    if (n === 0) while (Date.now() === Date.parse(JSON.parse(await proposals.find(ann, ids[0] ?? '')).at)) {}
  }
  await expect(proposals.find(ann, ids[0] ?? '')).rejects.toThrow('no such proposal');
  for (const id of [ids[1], ids[200]]) expect(await proposals.find(ann, id ?? '')).toContain('"note":"ann"');
  expect(await proposals.find(bo, ofBo)).toContain('"note":"bo"');
  await store.close();
});

test('many questions by one user displace nobody else from the log', async () => {
  const store = new SqliteStore({ file: join(await temporaryFolder(), 'state.sqlite') });
  const log = new QuestionLog(store, (error) => {
    throw error;
  });
  const ask = (whose: QuestionOwner, n: number) => {
    const question = questionOf(whose, { entities: [{ id: `e${n}` }] });
    log.note(whose, { tool: 'query', said: `question ${n}`, question, problem: null });
  };
  ask(bo, 0);
  for (let n = 1; n <= 1_001; n++) ask(ann, n);
  const saidBy = async (whose: QuestionOwner) => (await log.list(whose, 2_000)).map(({ said }) => said);
  expect(await saidBy(bo)).toEqual(['question 0']);
  const ofAnn = await saidBy(ann);
  expect(ofAnn).toHaveLength(1_000);
  expect(ofAnn).not.toContain('question 1');
  await store.close();
});
