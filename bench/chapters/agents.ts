// The overhead of the assistants' tool: queries through it, against the same queries through the API.
import { maxAgentRows } from '../../src/contract/agents.ts';
import { queryPath } from '../documents.ts';
import type { Call } from '../load.ts';
import { measure, runAlternately } from '../measure.ts';
import { type Line, rateLine } from '../report.ts';
import { startJoinery } from '../subject.ts';
import { pageWorkloads } from '../workloads.ts';
import { type Chapter, inSequence } from './chapter.ts';

const goal = 0.8;
const connections = 32;

export const agents: Chapter = async ({ engine, url }, effort) => {
  await using joinery = await startJoinery(url, '--state', 'none');
  const lines: Line[] = [];
  for (const { name, joinery: calls } of pageWorkloads(effort.sizes.orders)) {
    const asked = inSequence(calls);
    const options = { connections, until: { seconds: effort.seconds } };
    const rounds = await runAlternately(effort, {
      itself: () => measure(joinery, () => withFewRows(asked()), options),
      joinery: () => measure(joinery, () => asToolCall(withFewRows(asked())), options),
    });
    const heading = { engine, workload: `${name}, through the tool against the endpoint`, connections };
    lines.push(rateLine(heading, rounds, 'itself', goal));
  }
  return lines;
};

/** Limited to the number of rows that the tool returns. */
function withFewRows(call: Call): Call {
  const document = JSON.parse(call.body ?? '{}');
  const query = document.unigrid ?? document;
  return {
    ...call,
    path: queryPath,
    body: JSON.stringify({ ...query, limit: Math.min(query.limit ?? 100, maxAgentRows) }),
  };
}

function asToolCall({ method, body }: Call): Call {
  return {
    method,
    path: '/mcp',
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"query","arguments":${body}}}`,
  };
}
