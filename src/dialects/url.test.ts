import { describe, expect, it } from 'vitest';
import { DatabaseUrlError, parseDatabaseUrl } from './url.ts';

describe('a SQLite URL', () => {
  it.each([
    ['sqlite:///shop.db', 'shop.db'],
    ['sqlite:///data/shop.db', 'data/shop.db'],
    ['sqlite:////var/shop.db', '/var/shop.db'],
    ['sqlite+aiosqlite:///shop.db', 'shop.db'],
    ['sqlite:///with%20space%3F.db', 'with space?.db'],
    ['sqlite://', ':memory:'],
    ['sqlite:///', ':memory:'],
    ['sqlite:///:memory:', ':memory:'],
    ['SQLITE:///Shop.db', 'Shop.db'],
  ])('%s opens %s', (text, database) => {
    expect(parseDatabaseUrl(text)).toMatchObject({ dialect: 'sqlite', database, host: null });
  });

  it('with two slashes and a path is refused with the right spelling', () => {
    expect(() => parseDatabaseUrl('sqlite://shop.db')).toThrow('sqlite:///shop.db');
  });
});

describe('a server URL', () => {
  it('gives every part, percent-decoded', () => {
    expect(
      parseDatabaseUrl('postgresql+psycopg2://me%40work:p%3Aw%2F@db.local:5433/my%20shop?sslmode=require'),
    ).toMatchObject({
      dialect: 'postgres',
      user: 'me@work',
      password: 'p:w/',
      host: 'db.local',
      port: 5433,
      database: 'my shop',
      options: new Map([['sslmode', 'require']]),
    });
  });

  it.each([
    ['mysql://root@localhost/x', { user: 'root', password: null, host: 'localhost', port: null }],
    ['mariadb://[::1]:3307/x', { user: null, host: '::1', port: 3307 }],
    ['postgres:///x', { host: null, database: 'x' }],
    ['postgres://u:@h/x', { user: 'u', password: '' }],
    ['postgres://u:p@ss@h/x', { user: 'u', password: 'p@ss', host: 'h' }],
    ['cockroachdb://u@h:26257/x', { dialect: 'postgres', port: 26257 }],
  ])('%s is understood', (text, parts) => {
    expect(parseDatabaseUrl(text)).toMatchObject(parts);
  });

  it('never shows its password', () => {
    const url = parseDatabaseUrl('postgresql://me:canary@host/shop');
    expect(url.display).toBe('postgresql://me@host/shop');
  });
});

describe('a URL is refused, without its password in the text,', () => {
  it.each([
    ['shop.db', 'sqlite:///'],
    ['oracle8://me:canary@h/x', 'Known ones: sqlite'],
    ['postgresql+nope://me:canary@h/x', 'psycopg2'],
    ['postgresql://me:canary@h/x?ssl=1', 'sslmode'],
    ['postgresql://me:canary@h:99999/x', '65535'],
    ['postgresql://me:canary%@h/x', '%25'],
    ['postgresql://me:canary@h:port/x', 'user:password@host:port/database'],
  ])('%s: %s', (text, remedy) => {
    const refusal = () => parseDatabaseUrl(text);
    expect(refusal).toThrow(DatabaseUrlError);
    expect(refusal).toThrow(remedy);
    expect(refusal).not.toThrow('canary');
  });
});
