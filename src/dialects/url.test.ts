import { describe, expect, it } from 'vitest';
import { DatabaseUrlError, parseDatabaseUrl, urlOfHost } from './url.ts';

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

  it.each([
    [
      'postgresql://me:p@a:1,b,[::1]:3/x',
      { reads: 'any', maxLagMs: 5_000 },
      [
        ['a', 1, false],
        ['b', null, false],
        ['::1', 3, false],
      ],
    ],
    [
      'mysql://me@a/x?replica=b:2&replica=c,d&max_lag=9&target_session_attrs=standby',
      { reads: 'standby', maxLagMs: 9_000 },
      [
        ['a', null, false],
        ['b', 2, true],
        ['c', null, true],
        ['d', null, true],
      ],
    ],
    [
      'postgresql:///x?host=a,/tmp&port=7',
      { reads: 'any' },
      [
        ['a', 7, false],
        ['/tmp', 7, false],
      ],
    ],
    ['postgresql://a/x?target_session_attrs=read-write', { reads: 'primary' }, [['a', null, false]]],
  ])('%s has several hosts', (text, wishes, hosts) => {
    const several = hosts.map(([host, port, isReplica]) => ({ host, port, isReplica }));
    expect(parseDatabaseUrl(text).several).toMatchObject({ ...wishes, hosts: several });
  });

  it('of one host has no list of hosts', () => {
    expect(parseDatabaseUrl('postgresql://a:1/x?target_session_attrs=any')).not.toHaveProperty('several');
  });

  it('of several hosts gives the URL of each', () => {
    const url = parseDatabaseUrl('postgresql://me:canary@a:1,b/x?sslmode=disable&max_lag=3');
    expect(url.display).toBe('postgresql://me@a:1,b/x');
    const [, second = { host: null, port: null, isReplica: false }] = url.several?.hosts ?? [];
    expect(urlOfHost(url, second)).toEqual({
      dialect: 'postgres',
      host: 'b',
      port: null,
      user: 'me',
      password: 'canary',
      database: 'x',
      options: new Map([['sslmode', 'disable']]),
      display: 'postgresql://me@b/x',
    });
  });

  it('never shows its password', () => {
    const url = parseDatabaseUrl('postgresql://me:canary@host/shop');
    expect(url.display).toBe('postgresql://me@host/shop');
  });
});

describe('a URL is refused without showing its password', () => {
  it.each([
    ['shop.db', 'sqlite:///'],
    ['oracle8://me:canary@h/x', 'Known ones: sqlite'],
    ['postgresql+nope://me:canary@h/x', 'psycopg2'],
    ['postgresql://me:canary@h/x?ssl=1', 'sslmode'],
    ['postgresql://me:canary@h:99999/x', '65535'],
    ['postgresql://me:canary%@h/x', '%25'],
    ['postgresql://me:canary@h:port/x', 'user:password@host:port/database'],
    ['postgresql://me:canary@a,,b/x', 'list of hosts'],
    ['postgresql://me:canary@a,b:99999/x', '65535'],
    ['postgresql://me:canary@a,b/x?max_lag=0', 'max_lag=0'],
    ['postgresql://me:canary@a,b/x?target_session_attrs=best', 'prefer-standby'],
    ['postgresql://me:canary@a/x?replica=b:c:d', 'host:port'],
    ['mysql://me@a/x?replica=me:canary@b', 'host:port'],
    ['files:///', 'files:////srv/data'],
    ['duckdb://me:canary@host/x.duckdb', 'duckdb:///host/x.duckdb'],
    ['postgresql://me:canary@/x?host=a,b&port=1,2,3', 'one port for all'],
  ])('%s: %s', (text, remedy) => {
    const refusal = () => parseDatabaseUrl(text);
    expect(refusal).toThrow(DatabaseUrlError);
    expect(refusal).toThrow(remedy);
    expect(refusal).not.toThrow('canary');
  });
});
