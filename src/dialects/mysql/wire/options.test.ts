import { describe, expect, test } from 'vitest';
import { DatabaseUrlError, parseDatabaseUrl } from '../../url.ts';
import { serverOptions } from './options.ts';

const optionsOf = (url: string) => serverOptions(parseDatabaseUrl(url));

describe('a database URL of MySQL', () => {
  test('gives host, port, user, password and database to the driver', () => {
    expect(optionsOf('mysql://me:p%40ss@db.example:3307/shop').driver).toMatchObject({
      host: 'db.example',
      port: 3307,
      user: 'me',
      password: 'p@ss',
      database: 'shop',
    });
    expect(optionsOf('mariadb://me@/shop').driver).toMatchObject({ host: 'localhost', port: 3306 });
  });

  test('may name a socket, which replaces the host', () => {
    const { driver } = optionsOf('mysql://me@/shop?unix_socket=/run/mysqld.sock');
    expect(driver).toMatchObject({ socketPath: '/run/mysqld.sock' });
    expect(driver.host).toBeUndefined();
  });

  test('never lets the server request files or the client send several statements', () => {
    expect(optionsOf('mysql://me@/shop').driver).toMatchObject({
      flags: ['-LOCAL_FILES'],
      multipleStatements: false,
    });
    expect(optionsOf('mysql://me@/shop').driver.infileStreamFactory).toBeUndefined();
  });

  test.each([
    ['mysql://me@db.example/shop', true, { rejectUnauthorized: false }],
    ['mysql://me@127.0.0.1/shop', false, undefined],
    ['mysql://me@localhost/shop?sslmode=prefer', true, { rejectUnauthorized: false }],
    ['mysql://me@db.example/shop?sslmode=disable', false, undefined],
    ['mysql://me@db.example/shop?sslmode=require', false, { rejectUnauthorized: false }],
    [
      'mysql://me@db.example/shop?sslmode=verify-ca',
      false,
      { rejectUnauthorized: true, verifyIdentity: false },
    ],
    [
      'mysql://me@db.example/shop?sslmode=verify-full',
      false,
      { rejectUnauthorized: true, verifyIdentity: true },
    ],
  ])('%s has the right TLS settings', (url, plainIfRefused, ssl) => {
    const options = optionsOf(url);
    expect(options.plainIfRefused).toBe(plainIfRefused);
    if (ssl) expect(options.driver.ssl).toMatchObject(ssl);
    else expect(options.driver.ssl).toBeUndefined();
  });

  test.each([
    ['mysql://me@localhost', /names no database: add its name at the end/],
    ['mysql://me@localhost/shop?sslmode=maybe', /sslmode must be one of disable, prefer/],
    ['mysql://me@10.0.0.1/shop?sslmode=verify-full', /needs the server's name/],
    ['mysql://me@localhost/shop?connect_timeout=soon', /must be a number of seconds/],
    ['mysql://me@localhost/shop?connect_timeout=0', /must be a number of seconds/],
    [
      'mysql://me@localhost/shop?sslmode=verify-ca&ssl_ca=/no/such/file',
      /certificates of ssl_ca cannot be read/,
    ],
  ])('%s is refused', (url, reason) => {
    expect(() => optionsOf(url)).toThrow(DatabaseUrlError);
    expect(() => optionsOf(url)).toThrow(reason);
  });
});
