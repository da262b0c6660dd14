// The policy from a JSON or YAML file, followed while the service runs.
import { problemOf } from '../contract/issues.ts';
import { writeExact } from '../contract/json.ts';
import type { PolicyDocument } from '../contract/policy.ts';
import { Problem } from '../contract/problem.ts';
import { parsePolicyJson, readPolicyDocument } from '../contract/read-policy.ts';
import { Policy, type PolicySource, type StoredPolicy } from './policy.ts';
import { parsePolicyYaml, UnreadableYaml } from './policy-yaml.ts';
import type { UserRights } from './rights.ts';
import { fileVersion, readBytes, textOf, UnreadableText, WatchedFile } from './watched-file.ts';

/** A policy that cannot be used. The message names the file, the place and the word. */
export class PolicyFileError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PolicyFileError';
  }
}

/** A policy and the hash of its text. */
export interface PolicyText {
  readonly document: PolicyDocument;
  readonly edition: string;
}

export async function readPolicy(file: string): Promise<PolicyText> {
  const { text, digest } = await readDigested(file).catch((cause: unknown) => {
    if (!(cause instanceof UnreadableText)) throw cause;
    throw new PolicyFileError(`The policy ${file} ${cause.message}`, { cause });
  });
  const document = await parsePolicy(text, file);
  return { document, edition: Buffer.from(await digest).toString('base64url') };
}

/** Hashes the file on another thread: for a large policy, that takes as long as everything else. */
async function readDigested(file: string): Promise<{ text: string; digest: Promise<ArrayBuffer> }> {
  const bytes = await readBytes(file, 'make it, or check the path.');
  const digest = crypto.subtle.digest('SHA-256', bytes);
  return { text: textOf(bytes), digest };
}

/** JSON is YAML too, but parses much faster as JSON. YAML may also begin with a brace, but then with unquoted names. */
const beginsAsJson = /^\s*\{\s*["}]/;

async function parsePolicy(text: string, file: string): Promise<PolicyDocument> {
  const document = beginsAsJson.test(text) ? parseJson(text, file) : await parseYaml(text, file);
  const { policy, issues } = readPolicyDocument(document);
  if (policy !== null) return policy;
  throw policyError(problemOf(issues, document, 'file'), file);
}

/** The message about an invalid policy. */
export function policyError(problem: Problem, file: string): PolicyFileError {
  const { pointer = '' } = problem.extras;
  const place = pointer === '' ? '' : ` at ${pointer}`;
  return new PolicyFileError(`The policy ${file} is wrong${place}: ${problem.message}`, { cause: problem });
}

function parseJson(text: string, file: string): unknown {
  try {
    return parsePolicyJson(text);
  } catch (cause) {
    throw unreadable(file, jsonMistake(text, cause), cause);
  }
}

async function parseYaml(text: string, file: string): Promise<unknown> {
  try {
    return await parsePolicyYaml(text);
  } catch (cause) {
    if (cause instanceof UnreadableYaml) throw unreadable(file, cause.message, cause);
    if (!(cause instanceof Problem)) throw cause;
    const { pointer = '', ...extras } = cause.extras;
    const isOfPolicy = /^\/(?:users|roles)\//.test(pointer);
    throw policyError(isOfPolicy ? cause : new Problem(cause.kind, cause.message, extras), file);
  }
}

/** The parser's own message repeats what stands there. */
function jsonMistake(text: string, cause: unknown): string {
  const message = cause instanceof Error ? cause.message : '';
  const isRepeated = message.startsWith('Duplicate');
  const mistake = isRepeated ? 'a name stands there twice' : 'it is not well-formed';
  const [, position] = / at position (\d+)$/.exec(message) ?? [];
  if (position === undefined) return mistake;
  // For a name, the parser counts its quote.
  const lines = text.slice(0, Number(position) - (isRepeated ? 1 : 0)).split('\n');
  return `${mistake} at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** Nothing of the text is repeated: it may be another file than was meant, with passwords. */
function unreadable(file: string, mistake: string, cause: unknown): PolicyFileError {
  return new PolicyFileError(`The policy ${file} is neither JSON nor YAML: ${mistake}.`, { cause });
}

export interface PolicyEvents {
  onChanged(): void;
  onWarning(message: string): void;
}

export class PolicyFile implements PolicySource {
  readonly file: string;
  readonly versions = null;
  readonly #admins: readonly string[];
  readonly #events: PolicyEvents;
  readonly #watchedFile: WatchedFile;
  #text: PolicyText;
  #policy: Policy;
  #check: (policy: PolicyDocument) => Promise<void> = async () => {};

  private constructor(
    file: string,
    admins: readonly string[],
    events: PolicyEvents,
    text: PolicyText,
    seen: string,
  ) {
    this.file = file;
    this.#admins = admins;
    this.#events = events;
    this.#text = text;
    this.#policy = this.with(text.document);
    this.#watchedFile = new WatchedFile(file, seen, () => this.#take());
  }

  static async open(file: string, admins: readonly string[], events: PolicyEvents): Promise<PolicyFile> {
    const seen = await fileVersion(file);
    return new PolicyFile(file, admins, events, await readPolicy(file), seen);
  }

  get current(): Policy {
    return this.#policy;
  }

  get edition(): string {
    return this.#text.edition;
  }

  rightsOf(name: string | null): UserRights {
    return this.#policy.rightsOf(name);
  }

  with(document: PolicyDocument): Policy {
    return new Policy(document, this.#admins);
  }

  async stored(): Promise<StoredPolicy> {
    const document = writeExact(this.#text.document);
    return { version: null, note: null, author: null, updatedAt: null, document };
  }

  /**
   * `check` throws a Problem for a policy that does not fit the database; it is called for this policy and every later
   * one.
   */
  async checkWith(check: (policy: PolicyDocument) => Promise<void>): Promise<void> {
    this.#check = check;
    await this.#checked(this.#text.document);
  }

  close(): void {
    this.#watchedFile.close();
  }

  async #checked(policy: PolicyDocument): Promise<void> {
    try {
      await this.#check(policy);
    } catch (error) {
      throw error instanceof Problem ? policyError(error, this.file) : error;
    }
  }

  async #take(): Promise<void> {
    try {
      const text = await readPolicy(this.file);
      await this.#checked(text.document);
      this.#text = text;
      this.#policy = this.with(text.document);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#events.onWarning(`the policy stays as it was: ${reason}`);
      return;
    }
    this.#events.onChanged();
  }
}
