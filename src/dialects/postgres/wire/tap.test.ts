import { describe, expect, test } from 'vitest';
import { RowChunks } from './chunks.ts';
import { MomentLines } from './moments.ts';
import { maxRowBytes, type RowSink, RowTap } from './tap.ts';

function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.from(`${kind}....`);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function row(text: string | null): Buffer {
  const bytes = Buffer.from(text ?? '');
  const head = Buffer.alloc(6);
  head.writeInt16BE(1, 0);
  head.writeInt32BE(text === null ? -1 : bytes.length, 2);
  return message('D', Buffer.concat([head, bytes]));
}

const complete = message('C', Buffer.from('SELECT 4\0'));
const ready = message('Z', Buffer.from('I'));
const rows = ['{"a":1}', null, '', `{"é":"${'x'.repeat(40)}"}`];
const joined = `{"a":1};null;;{"é":"${'x'.repeat(40)}"}`;
const answer = Buffer.concat([message('2', Buffer.alloc(0)), ...rows.map(row), complete, ready]);

/** The bytes that reach the driver if they arrive in these pieces. */
function sendTo(sink: RowSink | null, pieces: readonly Buffer[], onTooLarge = () => {}): Buffer {
  const passed: Buffer[] = [];
  let receive: (bytes: Buffer) => void = () => {};
  const tap = new RowTap(
    {
      intercept(listen) {
        receive = listen((bytes) => passed.push(Buffer.from(bytes)));
      },
    },
    onTooLarge,
  );
  tap.sink = sink;
  for (const piece of pieces) receive(piece);
  return Buffer.concat(passed);
}

function textOf(chunks: RowChunks): string {
  const parts: Buffer[] = [];
  for (let chunk = chunks.take(); chunk; chunk = chunks.take()) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

/** The bytes that reach the driver and the text in the sink, if the bytes arrive in these pieces. */
function send(pieces: readonly Buffer[], withSink = true): { driver: Buffer; text: string } {
  const chunks = new RowChunks(';');
  const driver = sendTo(withSink ? chunks : null, pieces);
  return { driver, text: textOf(chunks) };
}

describe('the tap', () => {
  test('ends a row that is too large before the driver gets any of it, but streams it to a sink', () => {
    const head = Buffer.alloc(11);
    head.write('D');
    head.writeUInt32BE(maxRowBytes + 1, 1);
    head.writeInt16BE(1, 5);
    head.writeInt32BE(maxRowBytes + 1 - 10, 7);
    for (const cut of [0, 1, 4, head.length]) {
      let ended = 0;
      const passed = sendTo(null, [head.subarray(0, cut), head.subarray(cut)], () => ended++);
      expect([ended, passed.length]).toEqual([1, 0]);
    }
    const streamed = new RowChunks(';');
    sendTo(streamed, [head, Buffer.from('abc')], () => expect.unreachable());
    expect(textOf(streamed)).toBe('abc');
  });

  const others = Buffer.concat([message('2', Buffer.alloc(0)), complete, ready]);

  test('takes the rows and leaves the rest to the driver, wherever the bytes are split', () => {
    for (let cut = 0; cut <= answer.length; cut++) {
      const { driver, text } = send([answer.subarray(0, cut), answer.subarray(cut)]);
      expect(text).toBe(joined);
      expect(driver.equals(others)).toBe(true);
    }
  });

  test.each([1, 2, 3, 7, 12])('works with pieces of %i bytes', (size) => {
    const pieces = Array.from({ length: Math.ceil(answer.length / size) }, (_, i) =>
      answer.subarray(i * size, (i + 1) * size),
    );
    const { driver, text } = send(pieces);
    expect(text).toBe(joined);
    expect(driver.equals(others)).toBe(true);
  });

  test.each([1, 2, 5, 6, 11, 1_000])(
    'takes the lines of a copy without their line ends, in pieces of %i bytes',
    (size) => {
      const head = message('H', Buffer.alloc(5));
      const lines = ['a,"b\nc"\n', '\n', `${'x'.repeat(40)}\n`].map((line) =>
        message('d', Buffer.from(line)),
      );
      const done = Buffer.concat([message('c', Buffer.alloc(0)), complete, ready]);
      const all = Buffer.concat([head, ...lines, done]);
      const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, i) =>
        Buffer.from(all.subarray(i * size, (i + 1) * size)),
      );
      const { driver, text } = send(pieces);
      expect(text).toBe(`a,"b\nc";;${'x'.repeat(40)}`);
      expect(driver.equals(Buffer.concat([head, done]))).toBe(true);
    },
  );

  test('takes lines with timestamps that arrive whole or split anywhere', () => {
    const lines = ['', 'a b,2021-03-11 03:09:00', '"c, d",', '', '"e\nf",2021-03-11 03:09:00.5'];
    const messages = lines.map((line) => message('d', Buffer.from(`${line}\n`)));
    const all = Buffer.concat([...messages, ...messages, ready]);
    const shown = ['', 'a b,2021-03-11T03:09:00', '"c, d",', '', '"e\nf",2021-03-11T03:09:00.5'];
    for (let cut = 0; cut <= all.length; cut++) {
      for (let again = cut; again <= all.length; again += 7) {
        const chunks = new RowChunks('\r\n');
        const pieces = [all.subarray(0, cut), all.subarray(cut, again), all.subarray(again)];
        const driver = sendTo(
          new MomentLines(chunks, ',', [1]),
          pieces.map((piece) => Buffer.from(piece)),
        );
        expect(textOf(chunks)).toBe([...shown, ...shown].join('\r\n'));
        expect(chunks.rows).toBe(2 * lines.length);
        expect(driver.equals(ready)).toBe(true);
      }
    }
  });

  test('leaves everything to the driver while there is no sink', () => {
    for (const cut of [0, 3, 9, 40]) {
      expect(send([answer.subarray(0, cut), answer.subarray(cut)], false).driver.equals(answer)).toBe(true);
    }
  });
});

describe('chunks', () => {
  test('hold every byte of rows larger than themselves, in order', () => {
    const chunks = new RowChunks(',');
    const large = Buffer.from(Array.from({ length: 700_000 }, (_, i) => 32 + (i % 90)));
    for (let i = 0; i < 3; i++) {
      chunks.begin();
      chunks.write(large, 0, large.length);
    }
    const parts: Buffer[] = [];
    for (let chunk = chunks.take(); chunk; chunk = chunks.take()) parts.push(chunk);
    expect(parts[0]).toHaveLength(32 * 1024);
    const comma = Buffer.from(',');
    expect(Buffer.concat(parts).equals(Buffer.concat([large, comma, large, comma, large]))).toBe(true);
    expect(chunks).toMatchObject({ rows: 3, bytes: 2_100_000, full: 0 });
  });

  test('keep nothing once they are closed', () => {
    const chunks = new RowChunks(',');
    chunks.begin();
    chunks.write(Buffer.from('abc'), 0, 3);
    chunks.close();
    chunks.write(Buffer.from('abc'), 0, 3);
    expect(chunks.take()).toBeNull();
  });
});
