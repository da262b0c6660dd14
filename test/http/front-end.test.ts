import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { rawGet, type Service, startService } from './service.ts';

let database: TestDatabase;
let service: Service;
let unbuilt: Service;
const page = '<!doctype html><title>page</title>';
const script = `console.log(${JSON.stringify('x'.repeat(5_000))})`;

beforeAll(async () => {
  database = await createDatabase('sqlite');
  const webFolder = await temporaryFolder();
  await mkdir(join(webFolder, 'assets'));
  await writeFile(join(webFolder, 'index.html'), page);
  await writeFile(join(webFolder, 'icon.svg'), '<svg/>');
  await writeFile(join(webFolder, 'assets', 'index-abc123.js'), script);
  service = await startService(database.url, { webFolder });
  unbuilt = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await unbuilt.close();
  await database.drop();
});

describe('the front end', () => {
  test('is the page at the root, asked for anew each time', async () => {
    const response = await service.get('/');
    expect(await response.text()).toBe(page);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const tag = response.headers.get('etag') ?? '';
    expect((await service.get('/', { headers: { 'if-none-match': tag } })).status).toBe(304);
  });

  test('has assets that are kept for good', async () => {
    const response = await service.get('/assets/index-abc123.js');
    expect(await response.text()).toBe(script);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('is compressed for %s', async (accepted, encoding, decompress) => {
    const { headers, body } = await rawGet(service, '/assets/index-abc123.js', {
      'accept-encoding': accepted,
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('accept-encoding');
    expect(body.length).toBeLessThan(500);
    expect(decompress(body).toString()).toBe(script);
  });

  test('is sent plain to whoever asks for nothing else', async () => {
    const { headers, body } = await rawGet(service, '/assets/index-abc123.js');
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.toString()).toBe(script);
  });

  test('is one page: other paths lead a browser back to it', async () => {
    const response = await service.get('/somewhere/else', {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`${service.base}/`);
    expect((await service.get('/missing.js')).status).toBe(404);
    expect((await service.get('/api/missing', { headers: { accept: 'text/html' } })).status).toBe(404);
  });

  test.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/..%5c..%5cx',
    '//etc/passwd',
    '/%00',
  ])('%s is no file', async (path) => {
    const { status, body } = await rawGet(service, path);
    expect([400, 404]).toContain(status);
    expect(body.toString()).not.toContain('"name"');
  });

  test('says how to build it where it is missing', async () => {
    const response = await unbuilt.get('/', { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.text()).toContain('npm run build');
  });
});
