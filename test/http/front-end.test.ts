import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compressFolder } from '../../scripts/compress.mjs';
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
  await writeFile(join(webFolder, 'assets', 'font-abc123.woff2'), 'font');
  await writeFile(join(webFolder, '.secret'), 'top secret');
  await writeFile(join(webFolder, '..', 'beside.txt'), 'top secret');
  await compressFolder(webFolder);
  service = await startService(database.url, { webFolder });
  unbuilt = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await unbuilt.close();
  await database.drop();
});

describe('the front end', () => {
  test('serves its page at the root, to be revalidated each time', async () => {
    const response = await service.get('/');
    expect(await response.text()).toBe(page);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const tag = response.headers.get('etag') ?? '';
    for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
      const again = await service.get('/', { headers: { 'if-none-match': known } });
      expect(again.status).toBe(304);
      expect(again.headers.get('etag')).toBe(tag);
      expect(await again.text()).toBe('');
    }
    expect((await service.get('/', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test('changes the ETag with the content, even with the same length and time', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'index.html');
    const tags = [];
    for (const content of ['<p>one', '<p>two']) {
      await writeFile(file, content);
      await utimes(file, 499_162_500, 499_162_500);
      await using another = await startService(database.url, { webFolder: folder });
      tags.push((await another.get('/')).headers.get('etag'));
    }
    expect(new Set(tags).size).toBe(2);
  });

  test('answers HEAD as GET, without the body', async () => {
    const asked = { headers: { 'accept-encoding': 'br' } };
    const whole = await service.get('/assets/index-abc123.js', asked);
    const head = await service.get('/assets/index-abc123.js', { ...asked, method: 'HEAD' });
    const headersOf = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)));
    expect(head.status).toBe(200);
    expect(headersOf(head)).toEqual(headersOf(whole));
    expect(await head.text()).toBe('');
  });

  test('serves assets that may be cached forever', async () => {
    const response = await service.get('/assets/index-abc123.js');
    expect(await response.text()).toBe(script);
    expect(response.headers.get('content-type')).toBe('application/javascript; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const font = await service.get('/assets/font-abc123.woff2');
    expect(font.headers.get('content-type')).toBe('font/woff2');
    expect(await font.text()).toBe('font');
  });

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('compresses assets for the accepted encodings %s', async (accepted, encoding, decompress) => {
    const { headers, body } = await rawGet(service, '/assets/index-abc123.js', {
      'accept-encoding': accepted,
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('accept-encoding');
    expect(body.length).toBeLessThan(500);
    expect(decompress(body).toString()).toBe(script);
  });

  test('sends assets uncompressed if no encoding is accepted', async () => {
    const { headers, body } = await rawGet(service, '/assets/index-abc123.js');
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.toString()).toBe(script);
  });

  test('redirects browsers from other paths to the root', async () => {
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
    ['/../beside.txt', 404],
    ['/..%2fbeside.txt', 404],
    ['/%2e%2e/beside.txt', 404],
    ['/assets/../../beside.txt', 404],
    ['/assets/..%5c..%5cbeside.txt', 404],
    ['/assets//index-abc123.js', 404],
    ['/./index.html', 404],
    ['/INDEX.HTML', 404],
    ['/assets', 404],
    ['/assets/', 404],
    ['//etc/passwd', 404],
    ['/%00', 404],
    ['/.secret', 404],
    ['/%2esecret', 404],
    ['/index.html.br', 404],
    ['/assets/index-abc123.js.gz', 404],
    ['/index.html%00.js', 404],
    ['/%zz', 400],
  ])('%s does not lead to a file outside the folder', async (path, expected) => {
    const { status, body, headers } = await rawGet(service, path);
    expect(status).toBe(expected);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(body.toString()).not.toContain('top secret');
  });

  test('answers 404 for files that have been removed', async () => {
    const folder = await temporaryFolder();
    const names = ['index.html', 'asked.txt', 'new.txt'];
    for (const name of names) await writeFile(join(folder, name), name);
    await using another = await startService(database.url, { webFolder: folder });
    for (const path of ['/', '/asked.txt']) expect((await another.get(path)).status).toBe(200);
    for (const name of names) await rm(join(folder, name));
    for (const path of ['/', '/asked.txt', '/new.txt']) {
      const { status, headers } = await another.get(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'application/problem+json']);
    }
  });

  test('explains how to build it if it is missing', async () => {
    const response = await unbuilt.get('/', { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.text()).toContain('npm run build');
  });
});
