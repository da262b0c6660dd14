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
  test('has one user per line, blank lines and comments apart', () => {
    expect(names('ada=1\n\n  \n# bo=2\n  # cy=3\ndan=4')).toEqual(['ada', 'dan']);
  });

  test('may come from any editor', () => {
    expect(names('\uFEFFada=1\r\nbo=2\r\n')).toEqual(['ada', 'bo']);
    expect(names('ada=1\rbo=2')).toEqual(['ada', 'bo']);
  });

  test('has names without the spaces around them', () => {
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

  test('never tells a password in its refusal', () => {
    for (const text of [
      'top secret',
      '=top secret',
      'a:b=top secret',
      'a=1\na=top secret',
      'a=$scrypt$top secret',
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

  test('has another hash each time', async () => {
    expect(await hashPassword('x')).not.toBe(await hashPassword('x'));
  });

  test('looks the same from every keyboard', async () => {
    expect(await accepts('ada=u\u0308', '\u00fc')).toBe(true);
  });

  test('is not kept', () => {
    expect(JSON.stringify(readSecret('top secret'))).not.toContain('top secret');
  });
});
