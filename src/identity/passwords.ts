// Passwords: how they are stored, and a check that takes the same time whatever is wrong.
import {
  createHmac,
  hash as digestOf,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';

export interface Cost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** What is stored of a password. Neither form contains the password itself. */
export type Secret =
  | { readonly kind: 'keyed'; readonly digest: Buffer; readonly print: string }
  | { readonly kind: 'scrypt'; readonly cost: Cost; readonly salt: Buffer; readonly hash: Buffer };

/** As strong as OWASP recommends, with 16 MB of memory per check. */
const defaultCost: Cost = { logN: 14, r: 8, p: 5 };
const hashBytes = 32;
const saltBytes = 16;

/** Less would not protect; more would make a login take seconds or exhaust the memory. */
const range = {
  logN: { least: 10, most: 20 },
  r: { least: 1, most: 32 },
  p: { least: 1, most: 16 },
  bytes: 256 * 1024 * 1024,
  /** N × r × p: six times the default. */
  work: 2 ** 22,
};

// Passwords given in plain text are kept as a digest under this key, which exists only in this process.
const key = randomBytes(32);

function keyedDigest(password: string): Buffer {
  return createHmac('sha256', key).update(password).digest();
}

function memory({ logN, r, p }: Cost): number {
  return 128 * r * (2 ** logN + p + 2);
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** cost.logN, r: cost.r, p: cost.p, maxmem: 2 * memory(cost) };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, hashBytes, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}

/** One spelling for texts that look alike, so that every keyboard yields the same bytes. */
export function normalise(text: string): string {
  return text.normalize('NFC');
}

/** The hash to put into a users file in place of the password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(normalise(password), salt, defaultCost);
  const { logN, r, p } = defaultCost;
  return `$scrypt$ln=${logN},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** A password entry that cannot be used. The message says why, without quoting it. */
export class SecretError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SecretError';
  }
}

/** Prefixes of hashes that other programs write into such files. */
const foreignHashes: readonly RegExp[] = [
  // crypt(3) and relatives: bcrypt, argon2, sha256crypt, yescrypt, phpass…
  /^\$(1|2[abxy]?|3|5|6|7|y|gy|sm3|apr1|md5|sha1|sha256|sha512|P|H|S|argon2(id|i|d)|bcrypt[\w-]*|pbkdf2[\w-]*)[$,]/i,
  // Anything else of that shape.
  /^\$[a-z0-9][a-z0-9-]{0,31}[$,][\w./+=,$-]{16,}$/i,
  // LDAP (RFC 2307).
  /^\{(S?SHA(256|384|512)?|S?MD5|CRYPT|PBKDF2[\w-]*|ARGON2[\w-]*|BCRYPT|SCRYPT)\}/i,
  // Web frameworks.
  /^(pbkdf2|scrypt|argon2|bcrypt)[\w]*[:$]/i,
];

/** Refuses anything that looks like a foreign hash: its author did not mean it as the password itself. */
export function readSecret(text: string): Secret {
  if (text.startsWith('$scrypt$')) return readHash(text);
  if (foreignHashes.some((shape) => shape.test(text))) {
    throw new SecretError(
      'this looks like a hash of another kind, which Joinery cannot check; make one with "joinery hash-password".',
    );
  }
  const password = normalise(text);
  return { kind: 'keyed', digest: keyedDigest(password), print: digestOf('sha256', password, 'base64') };
}

/** Equal for the same line of a users file, in every process. */
export function fingerprint(secret: Secret): string {
  return secret.kind === 'keyed'
    ? secret.print
    : `${secret.salt.toString('base64')} ${secret.hash.toString('base64')}`;
}

function readHash(text: string): Secret {
  const match = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/-]+)\$([\w+/-]+)$/.exec(text);
  const [, logN, r, p, salt = '', hash = ''] = match ?? [];
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const secret = {
    kind: 'scrypt' as const,
    cost,
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
  if (match === null || secret.hash.length !== hashBytes || secret.salt.length < 8) {
    throw new SecretError('this is no hash that Joinery can check; make one with "joinery hash-password".');
  }
  if (!isInRange(cost)) {
    throw new SecretError(
      `the cost of this hash is out of range (ln ${range.logN.least} to ${range.logN.most}, r to ${range.r.most}, p to ${range.p.most}, 256 MB); make one with "joinery hash-password".`,
    );
  }
  return secret;
}

function isInRange(cost: Cost): boolean {
  const names = ['logN', 'r', 'p'] as const;
  return (
    names.every((name) => cost[name] >= range[name].least && cost[name] <= range[name].most) &&
    // Required by the algorithm (RFC 7914).
    cost.logN < 16 * cost.r &&
    128 * 2 ** cost.logN * cost.r <= range.bytes &&
    2 ** cost.logN * cost.r * cost.p <= range.work
  );
}

/** Checks passwords against the secrets of one users file. */
export class PasswordCheck {
  /** The costs that occur in the file: every check derives one hash for each, whatever the name. */
  readonly #costs: readonly Cost[];
  readonly #decoySalt = randomBytes(saltBytes);

  readonly #onDerive: (cost: Cost) => void;

  /** `onDerive` is called for each derivation, the slow part of a check. */
  constructor(secrets: Iterable<Secret>, onDerive: (cost: Cost) => void = () => {}) {
    this.#onDerive = onDerive;
    const costs = new Map<string, Cost>();
    for (const secret of secrets) {
      if (secret.kind === 'scrypt') costs.set(nameOf(secret.cost), secret.cost);
    }
    this.#costs = [...costs.values()];
  }

  /** Runs the same steps with and without a secret, so an unknown user takes as long as a known one. */
  async matches(secret: Secret | undefined, password: string): Promise<boolean> {
    const normal = normalise(password);
    const hashed = secret?.kind === 'scrypt' ? secret : undefined;
    const digest = keyedDigest(normal);
    const digestFits = timingSafeEqual(digest, secret?.kind === 'keyed' ? secret.digest : randomBytes(32));
    let hashFits = false;
    for (const cost of this.#costs) {
      const own = hashed !== undefined && nameOf(hashed.cost) === nameOf(cost) ? hashed : undefined;
      this.#onDerive(cost);
      const hash = await derive(normal, own?.salt ?? this.#decoySalt, cost);
      const fits = timingSafeEqual(hash, own?.hash ?? randomBytes(hashBytes));
      if (own !== undefined) hashFits = fits;
    }
    return hashed === undefined ? digestFits : hashFits;
  }
}

function nameOf({ logN, r, p }: Cost): string {
  return `${logN} ${r} ${p}`;
}
