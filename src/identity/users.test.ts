import { describe, expect, test } from 'vitest';
import { hashPassword, PasswordCheck, readSecret } from './passwords.ts';
import { parseUsers } from './users.ts';

const names = (text: string) => [...parseUsers(text, 'users.txt').keys()];

async function accepts(line: string, password: string): Promise<boolean> {
  const users = parseUsers(line, 'users.txt');
  const [secret] = users.values();
  return new PasswordCheck(users.values()).matches(secret, password);
}

describe('a users file', () => {
  test('has one user per line, apart from blank lines and comments', () => {
    expect(names('ada=1\n\n  \n# bo=2\n  # cy=3\ndan=4')).toEqual(['ada', 'dan']);
  });

  test('may have a byte order mark and any line ends', () => {
    expect(names('\uFEFFada=1\r\nbo=2\r\n')).toEqual(['ada', 'bo']);
    expect(names('ada=1\rbo=2')).toEqual(['ada', 'bo']);
  });

  test('has names without surrounding spaces', () => {
    expect(names('  ada lovelace = x ')).toEqual(['ada lovelace']);
  });

  test.each([
    ['ada=1\nnothing here', 2, 'no "="'],
    ['=secret', 1, 'empty'],
    ['a:b=secret', 1, '":"'],
    ['ada=1\n#\nada=2', 3, 'twice'],
    ['ada=', 1, 'empty'],
    ['ada=$scrypt$ln=14,r=8,p=5$c2FsdHNhbHQ$short', 1, 'hash-password'],
    ['ada=$scrypt$whatever', 1, 'hash-password'],
    ['ada=$scrypt$ln=30,r=8,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdHNhbHRzYWx0c2FsdHNhbHQ', 1, 'hash-password'],
  ])('%j is refused with its line', (text, line, reason) => {
    expect(() => parseUsers(text, 'users.txt')).toThrow(
      new RegExp(`^users\\.txt, line ${line}: .*${reason}`),
    );
  });

  test.each([
    ['bcrypt', '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'],
    ['an older bcrypt', '$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC'],
    ['a truncated bcrypt', '$2a$10$N9qo8'],
    ['argon2', '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG'],
    ['sha256crypt', '$5$rounds=535000$saltsalt$Zq/RYvBDo.kX3SM6Z2lR3QJFpKn2XzNpDmMrVWp5Jr1'],
    ['sha512crypt', '$6$saltsalt$qFmFH.bQmmtXzyBY0s9v7Oicd2z4XSIecDzlB5KiA2/jctKu9YterLp8wwnSq'],
    ['md5crypt', '$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/'],
    ['a web server', '$apr1$saltsalt$mJWVqfcGLVlqkbfVGLqMI1'],
    ['yescrypt', '$y$j9T$F5Jx5fExrKuPp53xLKQ..1$X3DX6M94c7o.9agCG9G317fhZg9SqC.5i5rd.RhAtQ7'],
    ['phpass', '$P$BQiwEjxYdgdpLd7vdjmaTx7jKs7sSB1'],
    ['pbkdf2', '$pbkdf2-sha256$29000$N2YMIWQsBWBMae09x1jrPQ$1t8iyB2A.WF/Z5JZv.lfCIhXXN33N23OSgQYThBYRfk'],
    ['a directory server', '{SSHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g2eDB4'],
    ['another directory server', '{CRYPT}$6$saltsalt$qFmFH'],
    ['a web framework', 'pbkdf2_sha256$260000$saltsalt$nQ4mW7vq9rF0lR8O6bV5w2m1s3t4u5v6w7x8y9z0'],
    ['another web framework', 'scrypt:32768:8:1$saltsalt$0b7e1a2c3d4e5f60718293a4b5c6d7e8'],
    ['an unknown method', '$newhash$v=1$c2FsdHNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG'],
  ])('a hash by %s is refused, not taken for the password', (_what, hash) => {
    expect(() => parseUsers(`bo=1\nada=${hash}`, 'users.txt')).toThrow(
      /^users\.txt, line 2: this looks like a hash of another kind.*joinery hash-password/,
    );
  });

  test.each(['$ecret', '$ecret$', '$1', '{secret}', 'sha256', '$5 or $6', '{SSH}', 'scrypt', '$$$$'])(
    '%j is an ordinary password',
    async (password) => {
      expect(await accepts(`ada=${password}`, password)).toBe(true);
    },
  );

  const ofCost = (cost: string) =>
    `$scrypt$${cost}$c2FsdHNhbHRzYWx0c2FsdA$${Buffer.alloc(32).toString('base64').replace(/=$/, '')}`;

  test.each([
    'ln=1,r=8,p=5',
    'ln=9,r=8,p=5',
    'ln=21,r=1,p=1',
    'ln=16,r=1,p=1',
    'ln=14,r=0,p=1',
    'ln=14,r=33,p=1',
    'ln=14,r=8,p=0',
    'ln=14,r=8,p=17',
    'ln=20,r=8,p=1',
    'ln=18,r=8,p=3',
  ])('a hash with an unreasonable cost is refused: %s', (cost) => {
    expect(() => parseUsers(`ada=${ofCost(cost)}`, 'users.txt')).toThrow(
      /^users\.txt, line 1: the cost of this hash is out of range/,
    );
  });

  test.each(['ln=10,r=1,p=1', 'ln=10,r=1,p=16', 'ln=10,r=32,p=16', 'ln=15,r=1,p=1', 'ln=12,r=32,p=16'])(
    'a hash with any other cost can be checked: %s',
    async (cost) => {
      expect(await accepts(`ada=${ofCost(cost)}`, 'x')).toBe(false);
    },
  );

  test('never shows a password when it is refused', () => {
    for (const text of [
      'top secret',
      '=top secret',
      'a:b=top secret',
      'a=1\na=top secret',
      'a=$scrypt$top secret',
      'a=$2b$10$top secret',
    ]) {
      expect(() => parseUsers(text, 'users.txt')).toThrow(expect.not.stringContaining('top secret'));
    }
  });
});

describe('a password', () => {
  test('is what follows the first equals sign', async () => {
    expect(await accepts('ada= a=b=c ', 'a=b=c')).toBe(true);
    expect(await accepts('ada=a=b=c', 'a=b')).toBe(false);
  });

  test('may be stored as its hash', async () => {
    const hash = await hashPassword('Pässwörd');
    expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await accepts(`ada=${hash}`, 'Pässwörd')).toBe(true);
    expect(await accepts(`ada=${hash}`, 'passwörd')).toBe(false);
    expect(await accepts(`ada=${hash}`, hash)).toBe(false);
  });

  test('has a different hash each time', async () => {
    expect(await hashPassword('x')).not.toBe(await hashPassword('x'));
  });

  test('is compared in one Unicode form', async () => {
    expect(await accepts('ada=u\u0308', '\u00fc')).toBe(true);
  });

  test('is not kept in plain text', () => {
    expect(JSON.stringify(readSecret('top secret'))).not.toContain('top secret');
  });
});
