import { describe, expect, test } from 'vitest';
import { type Access, type Identity, openAccess } from './access.ts';
import { admit, type Principal } from './admit.ts';

const knowing = (identity: Identity): Access => ({ ...openAccess, check: async () => identity });

describe('a principal', () => {
  test('is nobody in particular if no login is required', async () => {
    const { name, via, ended } = await admit(openAccess, null, '127.0.0.1');
    expect({ name, via, ended }).toEqual({ name: null, via: 'open', ended: null });
  });

  test('has a share by its name, or without a name by its network', async () => {
    const ada: Identity = { name: 'ada', via: 'session', ended: new AbortController().signal };
    const holders = async (access: Access, addresses: readonly string[]) =>
      new Set(await Promise.all(addresses.map(async (at) => (await admit(access, null, at)).holder)));
    expect(await holders(knowing(ada), ['10.0.0.1', '10.0.0.2'])).toEqual(new Set(['user ada']));
    expect((await holders(openAccess, ['10.0.0.1', '10.0.0.2'])).size).toBe(2);
    expect((await holders(openAccess, ['10.0.0.1', '::ffff:10.0.0.1'])).size).toBe(1);
    expect((await holders(openAccess, ['2001:db8::1', '2001:db8::2:1'])).size).toBe(1);
    // A user whose name is an address is not that address.
    const named = knowing({ ...ada, name: '10.0.0.1' });
    expect((await holders(named, ['10.0.0.1'])).isDisjointFrom(await holders(openAccess, ['10.0.0.1']))).toBe(
      true,
    );
  });

  test('can be made by admit alone, as the compiler ensures', async () => {
    const real: Principal = await admit(openAccess, null, '');
    const { name, via, ended, rights, holder } = real;
    // @ts-expect-error A structural copy of a principal is not a principal.
    const forged: Principal = { name, via, ended, rights, holder };
    expect(forged).not.toBeInstanceOf(real.constructor);
  });
});
