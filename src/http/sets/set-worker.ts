// The thread that reads large change sets: it decodes, checks and splits them.
import { hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { SentChange, SentSet } from '../../app/change/plan/sent-set.ts';
import { decoded } from '../gate/body.ts';
import { jsonIn } from './change-bodies.ts';
import { type SetPart, type SetThreadReply, type SetThreadRequest, sentProblem } from './reading.ts';

if (parentPort === null) throw new Error('this module runs as a worker thread only');
const port = parentPort;

/** The characters of a part: the service's thread receives and plans a part at one go. */
const maxPartLength = 1024 * 1024;

let parts: SetPart[] = [];

async function startReading(bytes: Uint8Array): Promise<SetThreadReply> {
  let sent: SentSet;
  try {
    sent = jsonIn(decoded(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  } catch (error) {
    return { problem: sentProblem(error) };
  }
  parts = await partsOf(sent);
  return { identity: ['sha256', hash('sha256', bytes, 'base64url')] };
}

async function partsOf(sent: SentSet): Promise<SetPart[]> {
  const made: SetPart[] = [];
  let changes: SentChange[] = [];
  let characters = 0;
  const end = await sent
    .each((change) => {
      changes.push(change);
      characters += lengthOf(change);
      if (characters < maxPartLength) return;
      made.push({ changes });
      changes = [];
      characters = 0;
    })
    .then(
      (head) => ({ head }),
      (error: unknown) => ({ problem: sentProblem(error) }),
    );
  return [...made, { changes, end }];
}

function lengthOf({ raw }: SentChange): number {
  let length = 0;
  for (const part of [raw.key, raw.set, raw.expect]) {
    if (part === undefined) continue;
    for (const text of part.texts) length += text.length;
  }
  return length;
}

port.on('message', async (asked: SetThreadRequest) => {
  const answer = asked === 'more' ? parts.shift() : await startReading(asked.bytes);
  port.postMessage(answer);
});
