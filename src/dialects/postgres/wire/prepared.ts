// The prepared statements of a session: each SQL text once, under a generated name.
import { Cache } from '../../../query/cache.ts';
import { bind, closeStatement, type Messages, parse, type WireValue } from './driver.ts';

export class PreparedStatements {
  /** The name of each statement, by SQL text. */
  readonly #names = new Cache<string>('postgres statements', {
    onLeave: (name) => this.#obsolete.push(name),
  });
  /** Names of statements to deallocate on the server. */
  readonly #obsolete: string[] = [];
  #next = 1;

  bind(messages: Messages, portal: string, sql: string, values: WireValue[]): void {
    for (const name of this.#obsolete.splice(0)) closeStatement(messages, name);
    const statement = this.#names.get(null, sql, () => {
      const name = `joinery_${this.#next++}`;
      parse(messages, name, sql);
      return name;
    });
    bind(messages, portal, statement, values);
  }

  /** Its preparation failed, so the server may not know it. */
  forget(sql: string): void {
    this.#names.forget(null, sql);
  }

  /** The server has discarded all of them. */
  clear(): void {
    this.#names.clear();
    this.#obsolete.length = 0;
  }
}

/** For a statement that runs only once, or that must not affect others. */
export function bindUnprepared(messages: Messages, portal: string, sql: string, values: WireValue[]): void {
  parse(messages, '', sql);
  bind(messages, portal, '', values);
}
