import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parseCurl } from './curl.ts';

const program = new URL('curl.ts', import.meta.url).pathname;

test('a body makes the request a POST of a form, unless options say otherwise', () => {
  expect(parseCurl(['http://a/x', '-d', '{}'])).toMatchObject({
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(parseCurl(['http://a/x', '-H', 'content-type: application/json', '-d', '{}'])).toMatchObject({
    headers: { 'content-type': 'application/json' },
  });
  expect(parseCurl(['-s', '-X', 'POST', '-u', 'ada:é', 'http://a/x'])).toMatchObject({
    method: 'POST',
    body: null,
    headers: { authorization: 'Basic YWRhOsOp' },
  });
});

test.each([
  ['an unknown option', ['-k', 'http://a/']],
  ['a long option', ['--json', '{}', 'http://a/']],
  ['an unknown letter among known ones', ['-sk', 'http://a/']],
  ['an option without its value', ['http://a/', '-H']],
  ['brackets without -g', ['http://a/recs/[1]']],
  ['two addresses', ['http://a/', 'http://b/']],
  ['no address', ['-s']],
  ['a file as a body', ['http://a/', '-d', '@body.json']],
  ['another variable after the answer', ['http://a/', '-w', '%{http_code}']],
  ['an invalid header', ['http://a/', '-H', 'nothing']],
])('%s is refused', (_, args) => {
  expect(() => parseCurl(args)).toThrow(/^curl: /);
});

test('the answer is printed unchanged', async () => {
  const server = createServer((asked, response) => {
    response.setHeader('content-type', 'text/x-echo');
    response.end(`${asked.method} ${asked.url} ü`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args]);
  try {
    const shown = await run('-sg', `${base}/recs/[1,2]?x=%20`, '-w', ' %{content_type}');
    expect(shown.stdout).toBe('GET /recs/[1,2]?x=%20 ü text/x-echo');
    expect((await run('-o', '/dev/null', base)).stdout).toBe('');
    await expect(run('--fail', base)).rejects.toMatchObject({ code: 2, stderr: /do not use --fail/ });
  } finally {
    server.close();
  }
});
