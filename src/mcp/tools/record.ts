// The tool `record`: one record with all its columns and links.
import { readRecord } from '../../app/read/records.ts';
import { RecordAskBody } from '../../contract/agents.ts';
import type { Scalar } from '../../contract/grid.ts';
import { readBody } from '../../contract/issues.ts';
import { parseExact, writeExact } from '../../contract/json.ts';
import { nullKey } from '../../model/keys.ts';
import { dataAnswer } from '../answer.ts';
import { withNameSuggestions } from '../entities.ts';
import { pageLink, type ToolRequest } from '../tool-request.ts';
import { cutNote, isLong, shortValue } from './rows.ts';
import { inputOf } from './schema.ts';
import type { CallRecord, Tool } from './tool.ts';

export const recordTool: Tool = {
  name: 'record',
  description: 'One record by its key: all columns, and addresses of what it points to.',
  inputSchema: inputOf(RecordAskBody),
  async run(toolRequest, given, callRecord) {
    callRecord.said = 'A record.';
    const { entity, key } = readBody(RecordAskBody, given);
    callRecord.said = `The record ${key.map(String).join(', ')} of ${entity}.`;
    const address = { entity, key: `[${key.map(segmentOf).join(',')}]`, by: null };
    const text = await withNameSuggestions(toolRequest, '/entity', async () =>
      readRecord(toolRequest.database, toolRequest.requester, address, toolRequest.addresses),
    );
    // The page has no address for a record without a key, and the key text "null" would be another record's.
    const link = key.includes(null) ? undefined : linkTo(toolRequest, entity, key, callRecord);
    callRecord.rows = 1;
    const record = parseExact(text) as Readonly<Record<string, unknown>>;
    const short = Object.fromEntries(
      Object.entries(record).map(([name, value]) => [name, shortValue(value)]),
    );
    const notes = Object.values(record).some(isLong) ? [cutNote] : [];
    return dataAnswer(writeExact(short), { link, notes });
  },
};

function linkTo(
  toolRequest: ToolRequest,
  entity: string,
  key: readonly Scalar[],
  callRecord: CallRecord,
): string {
  callRecord.place = `#/record/${[entity, ...key.map(String)].map(encodeURIComponent).join('/')}`;
  return pageLink(toolRequest, callRecord.place);
}

function segmentOf(value: Scalar): string {
  return value === null ? nullKey : encodeURIComponent(String(value));
}
