import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { postgresUrl } from '../../../../test/support/servers.ts';
import { parseDatabaseUrl } from '../../url.ts';
import { Driver } from './driver.ts';
import { addresses } from './settings.ts';

describe('the driver', () => {
  test('is of the exact version whose internals we rely on', async () => {
    const wanted: unknown = JSON.parse(
      await readFile(new URL('../../../../package.json', import.meta.url), 'utf8'),
    );
    const found: unknown = createRequire(import.meta.url)('pg/package.json');
    expect(wanted).toMatchObject({ dependencies: { pg: expect.stringMatching(/^\d+\.\d+\.\d+$/) } });
    expect(found).toMatchObject({ version: wanted && Object(wanted).dependencies.pg });
  });

  test('can be intercepted only once', async () => {
    const [address] = await addresses(parseDatabaseUrl(`${await postgresUrl()}?sslmode=disable`));
    if (address === undefined) throw new Error('there is no address');
    const driver = await Driver.open(address, 10_000, () => {});
    expect(driver.key).toMatchObject({ processID: expect.any(Number), secretKey: expect.any(Number) });
    const listen = (toDriver: (bytes: Buffer) => void) => toDriver;
    driver.intercept(listen);
    driver.stream.on('data', () => {});
    expect(() => driver.intercept(listen)).toThrow('the way of listening has changed');
    await driver.end();
  });
});
