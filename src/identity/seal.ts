// Texts that only the service can have made. One in which a letter is changed, or that is used for anything else than
// what it was made for, does not open.
import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Store } from '../store/store.ts';
import { insertIfAbsent } from '../store/words.ts';

/** What a text is good for: all of it must be the same when it is opened. */
export type Purpose = readonly string[];

const keyBytes = 32;
/** Bytes of the digest that are used: nobody guesses 128 bits. */
const markBytes = 16;

export class Seal {
  readonly #key: KeyObject;

  /** Whoever has the same key opens what another has sealed: other processes, and the service after a restart. */
  constructor(key: Uint8Array) {
    if (key.length !== keyBytes) throw new Error(`a key for seals has ${keyBytes} bytes`);
    // To make one of the bytes for each seal would take six times as long as the seal itself: 31 µs instead of 5.
    this.#key = createSecretKey(key);
  }

  close(purpose: Purpose, content: string): string {
    const bytes = Buffer.from(content);
    return Buffer.concat([this.#mark(purpose, bytes), bytes]).toString('base64url');
  }

  /** The content; null where it is not exactly what was sealed for this purpose. */
  open(purpose: Purpose, text: string): string | null {
    const sealed = Buffer.from(text, 'base64url');
    // Several texts decode to the same bytes, but only one of them was made here.
    if (sealed.length < markBytes || sealed.toString('base64url') !== text) return null;
    const content = sealed.subarray(markBytes);
    if (!timingSafeEqual(sealed.subarray(0, markBytes), this.#mark(purpose, content))) return null;
    return content.toString();
  }

  #mark(purpose: Purpose, content: Uint8Array): Buffer {
    // The JSON of two purposes is never the same, and the line break marks its end: JSON text contains none.
    const digest = createHmac('sha256', this.#key)
      .update(`${JSON.stringify(purpose)}\n`)
      .update(content);
    return digest.digest().subarray(0, markBytes);
  }
}

export function newSealKey(): Buffer {
  return randomBytes(keyBytes);
}

/** The key of all instances on a store, which the first of them makes. */
export async function sharedSealKey(store: Store): Promise<Uint8Array> {
  const name = 'seal';
  const { value } = await store.write(async (trx) => {
    await insertIfAbsent(trx, 'secrets', { name, value: newSealKey().toString('base64') });
    return trx.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  });
  return Buffer.from(value, 'base64');
}
