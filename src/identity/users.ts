// The users file: one `<username>=<password>` per line, followed while the service runs.
import { setTimeout as delay } from 'node:timers/promises';
import { fingerprint, normalise, PasswordCheck, readSecret, type Secret, SecretError } from './passwords.ts';
import { fileVersion, readText, UnreadableText, WatchedFile } from './watched-file.ts';

/** A users file that cannot be used. The message names file and line, never the line's content. */
export class UsersFileError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsersFileError';
  }
}

/** A file that removes users must stay unchanged for this much longer. */
const doubtMs = 250;

/** The longest that every store can hold. */
export const maxNameLength = 200;

export function parseUsers(text: string, file: string): Map<string, Secret> {
  const users = new Map<string, Secret>();
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((raw, i) => {
      const line = raw.trim();
      if (line === '' || line.startsWith('#')) return;
      const refuse = (reason: string) => new UsersFileError(`${file}, line ${i + 1}: ${reason}`);
      const equals = line.indexOf('=');
      if (equals < 0) throw refuse('there is no "="; write <username>=<password>.');
      const name = normalise(line.slice(0, equals).trim());
      const password = line.slice(equals + 1).trim();
      if (name === '') throw refuse('the user name is empty; write <username>=<password>.');
      if (name.includes(':')) throw refuse('a user name cannot hold ":"; choose another one.');
      if (name.length > maxNameLength || name.includes('\0'))
        throw refuse(
          `a user name has at most ${maxNameLength} characters, none of them NUL; choose another one.`,
        );
      if (password === '') throw refuse('the password is empty; write <username>=<password>.');
      if (users.has(name))
        throw refuse('this user name stands in the file twice; leave one of the lines out.');
      try {
        users.set(name, readSecret(password));
      } catch (error) {
        throw error instanceof SecretError ? refuse(error.message) : error;
      }
    });
  return users;
}

async function readUsers(file: string): Promise<Map<string, Secret>> {
  const remedy = 'make it, with one <username>=<password> per line, or check the path.';
  const text = await readText(file, remedy).catch((cause: unknown) => {
    if (!(cause instanceof UnreadableText)) throw cause;
    throw new UsersFileError(`The users file ${file} ${cause.message}`, { cause });
  });
  return parseUsers(text, file);
}

function isSame(one: Secret | undefined, other: Secret | undefined): boolean {
  return one !== undefined && other !== undefined && fingerprint(one) === fingerprint(other);
}

export interface UsersEvents {
  /** These users were removed or have a new password: their sessions must end. */
  onEnded(usernames: readonly string[]): void;
  /** These users are new. */
  onAdded?(usernames: readonly string[]): void;
  onWarning(message: string): void;
}

export class Users {
  readonly #file: string;
  readonly #events: UsersEvents;
  #secrets: ReadonlyMap<string, Secret>;
  #check: PasswordCheck;
  readonly #watchedFile: WatchedFile;

  private constructor(file: string, events: UsersEvents, secrets: Map<string, Secret>, seen: string) {
    this.#file = file;
    this.#events = events;
    this.#secrets = secrets;
    this.#check = new PasswordCheck(secrets.values());
    this.#watchedFile = new WatchedFile(file, seen, () => this.#take());
  }

  static async open(file: string, events: UsersEvents): Promise<Users> {
    const seen = await fileVersion(file);
    const secrets = await readUsers(file);
    if (secrets.size === 0) {
      throw new UsersFileError(
        `The users file ${file} names no user: nobody could log in. Write <username>=<password> into it.`,
      );
    }
    return new Users(file, events, secrets, seen);
  }

  /** The secret for checking a user's password; another object if it has changed. */
  secretOf(username: string): Secret | undefined {
    return this.#secrets.get(username);
  }

  get names(): readonly string[] {
    return [...this.#secrets.keys()];
  }

  /** Also false if the user was removed during the check. */
  async verify(username: string, password: string): Promise<boolean> {
    const secret = this.#secrets.get(username);
    const matches = await this.#check.matches(secret, password);
    return matches && secret !== undefined && this.#secrets.get(username) === secret;
  }

  close(): void {
    this.#watchedFile.close();
  }

  async #take(): Promise<void> {
    let secrets: ReadonlyMap<string, Secret>;
    try {
      secrets = await this.#settled();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#events.onWarning(`the users stay as they were: ${reason}`);
      return;
    }
    const ended = this.#endedBy(secrets);
    const added = [...secrets.keys()].filter((name) => !this.#secrets.has(name));
    const next = new Map(secrets);
    // Keeping the same object means that nothing has changed.
    for (const [name, secret] of this.#secrets) if (!ended.includes(name)) next.set(name, secret);
    this.#secrets = next;
    this.#check = new PasswordCheck(next.values());
    if (ended.length > 0) this.#events.onEnded(ended);
    if (added.length > 0) this.#events.onAdded?.(added);
  }

  /** Reads the file. A file that removes users may be only half written, and ended sessions do not come back. */
  async #settled(): Promise<ReadonlyMap<string, Secret>> {
    const version = await fileVersion(this.#file);
    const secrets = await readUsers(this.#file);
    if (secrets.size === 0) throw new UsersFileError(`The users file ${this.#file} names no user.`);
    if (this.#endedBy(secrets).length === 0) return secrets;
    await delay(doubtMs);
    // The file has changed meanwhile; its follower will have it read again.
    return (await fileVersion(this.#file)) === version ? secrets : this.#secrets;
  }

  /** The users who are gone or have another password. */
  #endedBy(secrets: ReadonlyMap<string, Secret>): string[] {
    return [...this.#secrets.keys()].filter((name) => !isSame(this.#secrets.get(name), secrets.get(name)));
  }
}
