// Notices schema changes on engines that do not report them: the catalog is checked now and then, alongside requests
// but never delaying one.

const shortestPauseMs = 1_000;
/** Checks of the catalog may take at most a hundredth of the time. */
const pausePerLook = 100;
/** After a longer silence the schema may have changed, and is read again. */
const trustMs = 10_000;

export class SchemaWatch {
  readonly #look: () => Promise<string>;
  #fingerprint: string | null = null;
  #version = 0;
  #knownAt = 0;
  #pauseMs = shortestPauseMs;
  #looking = false;

  /** `look` returns the current fingerprint. */
  constructor(look: () => Promise<string>) {
    this.#look = look;
  }

  /** Changes whenever the schema has changed, or may have. */
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

  /** Call with the fingerprint of a schema that was just read. */
  read(fingerprint: string): void {
    this.#fingerprint = fingerprint;
    this.#knownAt = Date.now();
  }

  /** Takes over what another watch knows of the schema. */
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
      // Requests will report any failure themselves.
    } finally {
      this.#looking = false;
      this.#knownAt = Date.now();
      this.#pauseMs = Math.max(shortestPauseMs, pausePerLook * (this.#knownAt - begin));
    }
  }
}
