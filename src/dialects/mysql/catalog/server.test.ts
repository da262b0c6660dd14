import { describe, expect, test } from 'vitest';
import { serverOf } from './server.ts';

describe('a server version', () => {
  test.each([
    ['10.11.19-MariaDB-0+deb12u1', 'MariaDB'],
    ['5.5.5-10.6.12-MariaDB-log', 'MariaDB'],
    ['11.8.2-MariaDB', 'MariaDB'],
    ['8.0.40', 'MySQL'],
    ['8.4.3-cluster', 'MySQL'],
    ['9.1.0', 'MySQL'],
  ])('%s is %s', (version, title) => {
    expect(serverOf(version).title).toBe(title);
  });

  test.each(['10.5.29-MariaDB', '5.5.5-10.3.39-MariaDB', '8.0.11-TiDB-v7.5.0', '5.7.44', '', 'unknown'])(
    '%s is refused as too old',
    (version) => {
      expect(() => serverOf(version)).toThrow(/MariaDB 10.6 or MySQL 8.0.17 is the oldest that works/);
    },
  );
});

describe('the default of a column', () => {
  const mariadb = serverOf('10.11.0-MariaDB');
  const mysql = serverOf('8.0.40');

  test('is already an expression on MariaDB', () => {
    expect(mariadb.defaultExpression("'it''s'", { type: 'varchar', extra: '' })).toBe("'it''s'");
    expect(mariadb.defaultExpression('NULL', { type: 'varchar', extra: '' })).toBeNull();
  });

  test('is turned into an expression on MySQL, where texts have no quotes', () => {
    expect(mysql.defaultExpression("it's", { type: 'varchar', extra: '' })).toBe("'it''s'");
    expect(mysql.defaultExpression('0', { type: 'int', extra: '' })).toBe('0');
    expect(
      mysql.defaultExpression('CURRENT_TIMESTAMP', { type: 'timestamp', extra: 'DEFAULT_GENERATED' }),
    ).toBe('CURRENT_TIMESTAMP');
    expect(mysql.defaultExpression(null, { type: 'int', extra: '' })).toBeNull();
  });
});
