// A change set in a text that is read where it is needed.
import { eachRawChange } from './raw-changes.ts';
import type { SentChange, SentHead, SentSet } from './sent-set.ts';
import { outlineOf } from './set-outline.ts';

/** The text is known to be valid JSON. */
export class SentJson implements SentSet {
  readonly text: string;
  #parsed: unknown;

  constructor(text: string, parsed: unknown = undefined) {
    this.text = text;
    this.#parsed = parsed;
  }

  get identity(): string {
    return this.text;
  }

  async each(take: (change: SentChange) => void): Promise<SentHead> {
    const { note = null, dry_run: isTrial = false, changes } = await outlineOf(this.#outline());
    let number = 0;
    eachRawChange(this.text, (raw) => {
      const change = changes[number++];
      // The outline comes from the same text.
      if (change === undefined) return;
      const { op, entity } = change;
      take({ op, entity, ref: op === 'insert' ? (change.ref ?? null) : null, raw });
    });
    return { note, isTrial };
  }

  /**
   * The parsed value, without exact numbers. Returned once and not kept: for a large set it is many thousands of
   * objects, which the garbage collector would move around until everything is written.
   */
  #outline(): unknown {
    const parsed = this.#parsed;
    this.#parsed = undefined;
    return parsed === undefined ? JSON.parse(this.text) : parsed;
  }
}
