// Notices that a schema has changed where the engine tells nobody: the catalog is asked now and then, beside the
// requests and never before one.

const shortestPauseMs = 1_000;
/** Looking at the catalog may take at most a hundredth of the time. */
const pausePerLook = 100;
/** After a longer silence nothing is known, and the schema is read anew. */
const trustMs = 10_000;

export class SchemaWatch {
  readonly #look: () => Promise<string>;
  #fingerprint: string | null = null;
  #version = 0;
  #knownAt = 0;
  #pauseMs = shortestPauseMs;
  #looking = false;

  /** `look` asks for the fingerprint. */
  constructor(look: () => Promise<string>) {
    this.#look = look;
  }

  /** Another one whenever the schema is no longer what it was, or may not be. */
  version(): string {
    const silence = Date.now() - this.#knownAt;
    if (silence > Math.max(trustMs, 2 * this.#pauseMs)) {
      this.#version++;
      this.#knownAt = Date.now();
    } else if (silence > this.#pauseMs && !this.#looking) {
      void this.#lookAgain();
    }
    return String(this.#version);
  }

  /** The schema was just read; this is its fingerprint. */
  read(fingerprint: string): void {
    this.#fingerprint = fingerprint;
    this.#knownAt = Date.now();
  }

  /** The schema is the one that another watch knows of. */
  readFrom(other: SchemaWatch): void {
    if (other.#fingerprint !== null) this.read(other.#fingerprint);
  }

  async #lookAgain(): Promise<void> {
    this.#looking = true;
    const begin = Date.now();
    try {
      const fingerprint = await this.#look();
      if (fingerprint !== this.#fingerprint) this.#version++;
      this.#fingerprint = fingerprint;
    } catch {
      // If something is wrong, the requests will meet it themselves.
    } finally {
      this.#looking = false;
      this.#knownAt = Date.now();
      this.#pauseMs = Math.max(shortestPauseMs, pausePerLook * (this.#knownAt - begin));
    }
  }
}
