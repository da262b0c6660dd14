// The channel to a server: exchanges one after another, each with a time limit.
import { setTimeout as delay } from 'node:timers/promises';
import { type SilenceClock, statementTimeout, type WatchHandle } from '../../base/clock.ts';
import { graceMs, requestCancel } from './cancel.ts';
import type { Driver } from './driver.ts';
import { Exchange, type Outcome, type Script } from './exchange.ts';
import { rowTooLarge } from './failure.ts';
import { type RowSink, RowTap } from './tap.ts';

/** How long a pooler may take to pass on a cancellation; the timeout is reported that much later. */
const poolerGraceMs = 100;

export interface ExchangesOptions {
  /** Whether a pooler sits between us and the server. */
  readonly isPooled: () => boolean;
  /** Called first when the connection must not be used any more. */
  readonly onEnd: () => void;
  /** Called when the server did not answer. */
  readonly onSilence: () => void;
}

export class Exchanges {
  readonly #driver: Driver;
  readonly #options: ExchangesOptions;
  readonly #tap: RowTap;
  readonly #watched: WatchHandle;
  #ready: Promise<void> = Promise.resolve();
  #underWay = 0;

  constructor(driver: Driver, clock: SilenceClock, options: ExchangesOptions) {
    this.#driver = driver;
    this.#options = options;
    this.#tap = new RowTap(driver, () => this.failAll(rowTooLarge()));
    this.#watched = clock.watch(() => this.#onTimeout());
    this.#watched.stop();
  }

  /** Resolves when the server has finished the last exchange, including reports of changed settings. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** `waitedMs`: how long the caller has already waited. */
  exchange(script: Script, sink: RowSink | null, waitedMs: number): Promise<Outcome> {
    // The last one may have ended in the very bytes at which its reader paused the connection.
    this.resume();
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
    this.noteProgress();
  }

  noteProgress(): void {
    if (this.#underWay > 0) this.#watched.restart();
  }

  stopWatching(): void {
    this.#watched.stop();
  }

  /** Fails everything under way with the error. */
  failAll(error: Error): void {
    this.#options.onEnd();
    this.#watched.stop();
    this.#driver.destroy(error);
  }

  #onTimeout(): void {
    this.#options.onEnd();
    // The server may be fine except for this statement, which is no longer needed.
    const asked = requestCancel(this.#driver.key, graceMs);
    const give = () => this.failAll(statementTimeout());
    // A pooler cannot pass on the cancellation once its client has disconnected.
    if (!this.#options.isPooled()) give();
    else void Promise.race([asked, delay(poolerGraceMs, undefined, { ref: false })]).then(give);
    this.#options.onSilence();
  }
}
