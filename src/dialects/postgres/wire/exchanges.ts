// The way to a server and back: one exchange of messages after the other, each of them under the clock.
import { setTimeout as delay } from 'node:timers/promises';
import { type SilenceClock, statementTimeout, type Watched } from '../../base/clock.ts';
import { graceMs, requestCancel } from './cancel.ts';
import type { Driver } from './driver.ts';
import { Exchange, type Outcome, type Script } from './exchange.ts';
import { rowTooLarge } from './failure.ts';
import { type RowSink, RowTap } from './tap.ts';

/** How long a pooler may take to hand on that a statement is to be cancelled; its reader is told so much later. */
const poolerGraceMs = 100;

export interface ExchangesOptions {
  /** Whether a pooler is between us and the server. */
  readonly isPooled: () => boolean;
  /** Told that the connection is not to be used any more, before anybody else is. */
  readonly onEnd: () => void;
  /** Told that the server did not answer. */
  readonly onSilence: () => void;
}

export class Exchanges {
  readonly #driver: Driver;
  readonly #options: ExchangesOptions;
  readonly #tap: RowTap;
  readonly #watched: Watched;
  #ready: Promise<void> = Promise.resolve();
  #underWay = 0;

  constructor(driver: Driver, clock: SilenceClock, options: ExchangesOptions) {
    this.#driver = driver;
    this.#options = options;
    this.#tap = new RowTap(driver, () => this.give(rowTooLarge()));
    this.#watched = clock.watch(() => this.#fallSilent());
    this.#watched.stop();
  }

  /** Until the server has said all about the last exchange, changed settings included. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** `waitedMs`: how long whoever asks has waited before. */
  exchange(script: Script, sink: RowSink | null, waitedMs: number): Promise<Outcome> {
    const send: Script['send'] = (messages) => {
      this.#tap.sink = sink;
      script.send(messages);
    };
    const exchange = this.#driver.submit(new Exchange({ ...script, send }));
    this.#underWay++;
    this.#watched.restart(waitedMs);
    this.#ready = exchange.ended.then(() => {
      if (--this.#underWay === 0) this.#watched.stop();
    });
    return exchange.settled;
  }

  pause(): void {
    this.#driver.stream.pause();
    this.#watched.stop();
  }

  resume(): void {
    const { stream } = this.#driver;
    if (!stream.isPaused()) return;
    stream.resume();
    this.seeProgress();
  }

  seeProgress(): void {
    if (this.#underWay > 0) this.#watched.restart();
  }

  stopWatching(): void {
    this.#watched.stop();
  }

  /** What is under way fails with the error. */
  give(error: Error): void {
    this.#options.onEnd();
    this.#watched.stop();
    this.#driver.destroy(error);
  }

  #fallSilent(): void {
    this.#options.onEnd();
    // The server may be well but for this statement, which nobody waits for any more.
    const asked = requestCancel(this.#driver.key, graceMs);
    const give = () => this.give(statementTimeout());
    // A pooler does not know any more what is to be cancelled once its client has left.
    if (!this.#options.isPooled()) give();
    else void Promise.race([asked, delay(poolerGraceMs, undefined, { ref: false })]).then(give);
    this.#options.onSilence();
  }
}
