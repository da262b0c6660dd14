// Texts that only the service can have created. A text that was altered, or is used for another purpose, does not open.
import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { insertIfAbsent } from '../store/queries.ts';
import type { Store } from '../store/store.ts';

/** What a sealed text is valid for: opening it requires exactly the same purpose. */
export type Purpose = readonly string[];

const keyBytes = 32;
/** The bytes of the digest that are used: nobody guesses 128 bits. */
const markBytes = 16;

export class Seal {
  readonly #key: KeyObject;

  /** Processes with the same key open each other's seals, also after a restart. */
  constructor(key: Uint8Array) {
    if (key.length !== keyBytes) throw new Error(`a key for seals has ${keyBytes} bytes`);
    // Creating the key object for each seal would take six times as long as the seal itself: 31 µs instead of 5.
    this.#key = createSecretKey(key);
  }

  close(purpose: Purpose, content: string): string {
    const bytes = Buffer.from(content);
    return Buffer.concat([this.#mark(purpose, bytes), bytes]).toString('base64url');
  }

  /** The content; null unless it was sealed for exactly this purpose. */
  open(purpose: Purpose, text: string): string | null {
    const sealed = Buffer.from(text, 'base64url');
    // Several texts decode to the same bytes, but only one is what we encoded.
    if (sealed.length < markBytes || sealed.toString('base64url') !== text) return null;
    const content = sealed.subarray(markBytes);
    if (!timingSafeEqual(sealed.subarray(0, markBytes), this.#mark(purpose, content))) return null;
    return content.toString();
  }

  #mark(purpose: Purpose, content: Uint8Array): Buffer {
    // Different purposes have different JSON, and JSON contains no line break, so the break marks its end.
    const digest = createHmac('sha256', this.#key)
      .update(`${JSON.stringify(purpose)}\n`)
      .update(content);
    return digest.digest().subarray(0, markBytes);
  }
}

export function newSealKey(): Buffer {
  return randomBytes(keyBytes);
}

/** The key shared by all instances on a store; the first instance creates it. */
export async function sharedSealKey(store: Store): Promise<Uint8Array> {
  const name = 'seal';
  const { value } = await store.write(async (trx) => {
    await insertIfAbsent(trx, 'secrets', { name, value: newSealKey().toString('base64') });
    return trx.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  });
  return Buffer.from(value, 'base64');
}
