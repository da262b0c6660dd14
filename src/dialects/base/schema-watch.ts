// Notices schema changes on engines that do not report them: the catalog is checked now and then, alongside requests
// but never delaying one.

const minPauseMs = 1_000;
/** Checks of the catalog may take at most a hundredth of the time. */
const pausePerCheck = 100;
/** After a longer silence the schema may have changed, and is read again. */
const trustMs = 10_000;

export class SchemaWatch {
  readonly #readFingerprint: () => Promise<string>;
  #fingerprint: string | null = null;
  #version = 0;
  #knownAt = 0;
  #pauseMs = minPauseMs;
  #isChecking = false;

  /** `look` returns the current fingerprint. */
  constructor(look: () => Promise<string>) {
    this.#readFingerprint = look;
  }

  /** Changes whenever the schema has changed, or may have. */
  version(): string {
    const silence = Date.now() - this.#knownAt;
    if (silence > Math.max(trustMs, 2 * this.#pauseMs)) {
      this.#version++;
      this.#knownAt = Date.now();
    } else if (silence > this.#pauseMs && !this.#isChecking) {
      void this.#check();
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

  async #check(): Promise<void> {
    this.#isChecking = true;
    const begin = Date.now();
    try {
      const fingerprint = await this.#readFingerprint();
      if (fingerprint !== this.#fingerprint) this.#version++;
      this.#fingerprint = fingerprint;
    } catch {
      // Requests will report any failure themselves.
    } finally {
      this.#isChecking = false;
      this.#knownAt = Date.now();
      this.#pauseMs = Math.max(minPauseMs, pausePerCheck * (this.#knownAt - begin));
    }
  }
}
