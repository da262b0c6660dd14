// All the caller's tools: ours, and the saved queries offered to them.
import { Problem } from '../../contract/problem.ts';
import { didYouMean } from '../../contract/suggest.ts';
import { problemAnswer, problemIn, type ToolAnswer } from '../answer.ts';
import type { Visit } from '../visit.ts';
import { proposeChangesTool } from './propose-changes.ts';
import { explainTool, queryTool } from './query.ts';
import { recordTool } from './record.ts';
import { offeredToolNamed, offeredTools, runSavedTool } from './saved.ts';
import { searchModelTool } from './search-model.ts';
import type { Account, Tool } from './tool.ts';

/** In the order shown to assistants. */
export const ownTools: readonly Tool[] = [
  searchModelTool,
  queryTool,
  recordTool,
  runSavedTool,
  explainTool,
  proposeChangesTool,
];

export async function toolsFor(visit: Visit): Promise<Tool[]> {
  const own = visit.changes === null ? ownTools.filter((tool) => tool !== proposeChangesTool) : ownTools;
  return [...own, ...(await offeredTools(visit))];
}

/** Calls a tool; refusals are answers too. Each call is recorded for its user. */
export async function callTool(visit: Visit, name: string, given: unknown): Promise<ToolAnswer> {
  const account: Account = { said: '' };
  let problem: Problem | null = null;
  try {
    const tool = ownTools.find((one) => one.name === name) ?? (await offeredToolNamed(visit, name));
    if (tool === null) throw noTool(name);
    return await tool.run(visit, given, account);
  } catch (error) {
    visit.asker.signal.throwIfAborted();
    problem = problemIn(error, visit.onMistake);
    return problemAnswer(problem);
  } finally {
    if (account.said !== '') {
      visit.asked.note(visit.asker.principal, { tool: name, ...account, problem: problem?.kind ?? null });
    }
  }
}

function noTool(name: string): Problem {
  const names = ownTools.map((tool) => tool.name);
  return new Problem('not-found', `There is no tool "${name.slice(0, 100)}".${didYouMean(name, names)}`, {
    allowed: names,
  });
}
