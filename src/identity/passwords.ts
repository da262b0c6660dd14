// Passwords: how one is stored, and a check that takes the same time whatever is wrong.
import { createHmac, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

interface Cost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** What is known of a user's password. Neither form holds the password itself. */
export type Secret =
  | { readonly kind: 'keyed'; readonly digest: Buffer }
  | { readonly kind: 'scrypt'; readonly cost: Cost; readonly salt: Buffer; readonly hash: Buffer };

/** As strong as OWASP asks for, with 16 MB of memory for each check. */
const defaultCost: Cost = { logN: 14, r: 8, p: 5 };
const hashBytes = 32;
const saltBytes = 16;
const memoryAllowed = 256 * 1024 * 1024;

// Passwords that the file gives in plain text are kept as a digest under this key, which dies with the process.
const key = randomBytes(32);

function keyedDigest(password: string): Buffer {
  return createHmac('sha256', key).update(password).digest();
}

function memory({ logN, r }: Cost): number {
  return 128 * 2 ** logN * r;
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** cost.logN, r: cost.r, p: cost.p, maxmem: 2 * memory(cost) };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, hashBytes, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}

/** One spelling for texts that look the same, so that every keyboard gives the same bytes. */
export function normalise(text: string): string {
  return text.normalize('NFC');
}

/** The text that stands in a users file in place of the password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(normalise(password), salt, defaultCost);
  const { logN, r, p } = defaultCost;
  return `$scrypt$ln=${logN},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** Null when the text begins like a hash and is none: taking it for a plain password would be a trap. */
export function readSecret(text: string): Secret | null {
  if (!text.startsWith('$scrypt$')) return { kind: 'keyed', digest: keyedDigest(normalise(text)) };
  const match = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/-]+)\$([\w+/-]+)$/.exec(text);
  if (!match) return null;
  const [, logN, r, p, salt = '', hash = ''] = match;
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const secret = {
    kind: 'scrypt' as const,
    cost,
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
  const fits = cost.logN > 0 && cost.r > 0 && cost.p > 0 && cost.p <= 16 && memory(cost) <= memoryAllowed;
  return fits && secret.hash.length === hashBytes && secret.salt.length >= 8 ? secret : null;
}

/** Checks passwords against the secrets of one users file. */
export class PasswordCheck {
  /** The file's hashes decide how much work a check is, for every name alike; null means that there are none. */
  readonly #cost: Cost | null;
  readonly #decoySalt = randomBytes(saltBytes);

  readonly #onDerive: () => void;

  /** `onDerive` is told of each derivation, which is the work that takes time. */
  constructor(secrets: Iterable<Secret>, onDerive: () => void = () => {}) {
    this.#onDerive = onDerive;
    let cost: Cost | null = null;
    for (const secret of secrets) {
      if (secret.kind === 'scrypt') cost ??= secret.cost;
    }
    this.#cost = cost;
  }

  /** The same steps with and without a secret: an unknown user takes as long as a known one. */
  async matches(secret: Secret | undefined, password: string): Promise<boolean> {
    const normal = normalise(password);
    const hashed = secret?.kind === 'scrypt' ? secret : undefined;
    const digest = keyedDigest(normal);
    const digestFits = timingSafeEqual(digest, secret?.kind === 'keyed' ? secret.digest : randomBytes(32));
    const cost = hashed?.cost ?? this.#cost;
    if (cost === null) return digestFits;
    this.#onDerive();
    const hash = await derive(normal, hashed?.salt ?? this.#decoySalt, cost);
    const hashFits = timingSafeEqual(hash, hashed?.hash ?? randomBytes(hashBytes));
    return hashed === undefined ? digestFits : hashFits;
  }
}
