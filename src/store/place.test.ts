import { describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from '../dialects/url.ts';
import { dataFolder, defaultFile } from './place.ts';

describe('the folder of the stores', () => {
  test.each([
    ['linux', {}, '/home/ada/.local/share/joinery'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/joinery'],
    ['linux', { XDG_DATA_HOME: '/data', JOINERY_HOME: '/srv/joinery' }, '/srv/joinery'],
    ['linux', { XDG_DATA_HOME: '', JOINERY_HOME: '' }, '/home/ada/.local/share/joinery'],
    ['darwin', { XDG_DATA_HOME: '/data' }, '/home/ada/Library/Application Support/joinery'],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/joinery'],
    ['win32', {}, '/home/ada/AppData/Local/joinery'],
  ])('on %s with %j is %s', (platform, environment, folder) => {
    expect(dataFolder(environment, platform, '/home/ada')).toBe(folder);
  });
});

describe('the file of a store', () => {
  const file = (url: string) => defaultFile(parseDatabaseUrl(url), '/data');

  test('is named like its database, and reveals no user', () => {
    expect(file('sqlite:////srv/shop.db')).toMatch(/^\/data\/shop-[0-9a-f]{12}\.sqlite$/);
    expect(file('postgresql://me:secret@db/shop')).toMatch(/^\/data\/shop-[0-9a-f]{12}\.sqlite$/);
    expect(file('postgresql://db/')).toMatch(/^\/data\/postgres-[0-9a-f]{12}\.sqlite$/);
    expect(file('mysql://db/a%2F..%2F..%2Fb c')).toMatch(/^\/data\/b-c-[0-9a-f]{12}\.sqlite$/);
  });

  test('differs for each database, and is the same for all users', () => {
    expect(file('postgresql://me:secret@db/shop')).toBe(file('postgresql://you:other@db/shop'));
    const urls = [
      'sqlite:////srv/shop.db',
      'sqlite:////other/shop.db',
      'postgresql://db/shop',
      'postgresql://db:5433/shop',
      'postgresql://elsewhere/shop',
      'mysql://db/shop',
    ];
    expect(new Set(urls.map(file)).size).toBe(urls.length);
  });
});
