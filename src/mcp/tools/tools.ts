// All the caller's tools: ours, and the saved queries offered to them.
import { Problem } from '../../contract/problem.ts';
import { didYouMean } from '../../contract/suggest.ts';
import { problemAnswer, problemIn, type ToolAnswer } from '../answer.ts';
import type { ToolRequest } from '../tool-request.ts';
import { proposeChangesTool } from './propose-changes.ts';
import { explainTool, queryTool } from './query.ts';
import { recordTool } from './record.ts';
import { offeredToolNamed, offeredTools, runSavedTool } from './saved.ts';
import { searchModelTool } from './search-model.ts';
import type { CallRecord, Tool } from './tool.ts';

/** In the order shown to assistants. */
export const ownTools: readonly Tool[] = [
  searchModelTool,
  queryTool,
  recordTool,
  runSavedTool,
  explainTool,
  proposeChangesTool,
];

export async function toolsFor(toolRequest: ToolRequest): Promise<Tool[]> {
  const own =
    toolRequest.changes === null ? ownTools.filter((tool) => tool !== proposeChangesTool) : ownTools;
  return [...own, ...(await offeredTools(toolRequest))];
}

/** Calls a tool; refusals are answers too. Each call is recorded for its user. */
export async function callTool(toolRequest: ToolRequest, name: string, given: unknown): Promise<ToolAnswer> {
  const callRecord: CallRecord = { said: '' };
  let problem: Problem | null = null;
  try {
    const tool = ownTools.find((one) => one.name === name) ?? (await offeredToolNamed(toolRequest, name));
    if (tool === null) throw noTool(name);
    return await tool.run(toolRequest, given, callRecord);
  } catch (error) {
    toolRequest.requester.signal.throwIfAborted();
    problem = problemIn(error, toolRequest.onBug);
    return problemAnswer(problem);
  } finally {
    if (callRecord.said !== '') {
      toolRequest.questions.note(toolRequest.requester.principal, {
        tool: name,
        ...callRecord,
        problem: problem?.kind ?? null,
      });
    }
  }
}

function noTool(name: string): Problem {
  const names = ownTools.map((tool) => tool.name);
  return new Problem('not-found', `There is no tool "${name.slice(0, 100)}".${didYouMean(name, names)}`, {
    allowed: names,
  });
}
