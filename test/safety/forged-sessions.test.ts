/** A20: a text that differs from a live session's id in any position opens nothing, on every request path. */
import { expect, test } from 'vitest';
import { basic, login, openUsers, startService } from '../http/service.ts';
import { createDatabase } from '../support/servers.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Every text that differs in one position, or is shorter or longer. */
function* altered(id: string): Generator<string> {
  for (let i = 0; i < id.length; i++) {
    const at = alphabet.indexOf(id[i] ?? '');
    const others = [alphabet[at ^ 1], alphabet[at ^ 32], '=', '\0', ' ', 'é'];
    for (const other of others) yield `${id.slice(0, i)}${other}${id.slice(i + 1)}`;
    yield id.slice(0, i);
    yield id.slice(0, i) + id.slice(i + 1);
  }
  for (const end of ['=', 'A', ' ', '\n', '\0', ':', id]) yield `${id}${end}`;
  yield id.toLowerCase();
  yield id.toUpperCase();
  yield ` ${id}`;
}

/** The header with one byte changed, as far as a client can send it. */
function* alteredHeaders(authorization: string): Generator<string> {
  for (let i = 0; i < authorization.length; i++) {
    for (const flip of [1, 2, 16]) {
      const code = authorization.charCodeAt(i) ^ flip;
      if (code < 0x21 || code > 0x7e) continue;
      const header = `${authorization.slice(0, i)}${String.fromCharCode(code)}${authorization.slice(i + 1)}`;
      // The scheme's name is case-insensitive, and the last bits of base64 have no meaning.
      if (!isSame(header, authorization)) yield header;
    }
  }
}

function isSame(header: string, other: string): boolean {
  const [scheme = '', encoded = ''] = header.split(' ');
  const [otherScheme = '', otherEncoded = ''] = other.split(' ');
  const isSameScheme = scheme.toLowerCase() === otherScheme.toLowerCase();
  return isSameScheme && Buffer.from(encoded, 'base64').equals(Buffer.from(otherEncoded, 'base64'));
}

test('altered session ids and credentials are refused, and the real session goes on', {
  timeout: 120_000,
}, async ({ annotate }) => {
  await using database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY); INSERT INTO thing VALUES (1)');
  let clock = 1_000_000;
  const users = await openUsers('ada=lovelace\nbo=peep\n', { idleMs: 1e12, lifetimeMs: 1e12 }, () => clock);
  await using service = await startService(database.url, { access: users.access });
  const session = await login(service.base, 'ada', 'lovelace');
  const id = Buffer.from(session.authorization.slice(6), 'base64').toString().slice('ada:'.length);
  // A read by key has its own fast path, before the framework.
  const paths = ['/api/me', '/api/database/tables/thing/recs/[1]'];
  let count = 0;
  const expectRefused = async (authorization: string) => {
    for (const path of paths) {
      const { status } = await service.get(path, { headers: { authorization } });
      expect({ authorization, path, status }).toEqual({ authorization, path, status: 401 });
      count++;
    }
    // Longer than failed guesses are remembered, so that each one is evaluated.
    clock += 60 * 60_000;
  };
  for (const other of altered(id)) await expectRefused(basic('ada', other).authorization);
  for (const name of ['bo', 'Ada', 'ada ', 'ada\0', '', 'ad', 'adaa']) {
    await expectRefused(basic(name, id).authorization);
  }
  for (const header of alteredHeaders(session.authorization)) await expectRefused(header);
  for (const path of paths) expect((await service.get(path, { headers: session })).status).toBe(200);
  users.close();
  await annotate(`${count} requests with altered session ids and credentials: ${count} × 401`, 'A20');
});
