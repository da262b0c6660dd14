// The statements that a session has prepared: each text once, under a name of ours.
import { Cache } from '../../../query/cache.ts';
import { bind, closeStatement, type Messages, parse, type WireValue } from './driver.ts';

export class PreparedStatements {
  /** The name of each statement by its text. */
  readonly #names = new Cache<string>('postgres statements', {
    onLeave: (name) => this.#obsolete.push(name),
  });
  /** Names that the server is to forget. */
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

  /** It has failed, so the server may not know it. */
  forget(sql: string): void {
    this.#names.forget(null, sql);
  }

  /** The server has forgotten all of them. */
  clear(): void {
    this.#names.clear();
    this.#obsolete.length = 0;
  }
}

/** For a statement that is run once only, or by which others must not be affected. */
export function bindUnprepared(messages: Messages, portal: string, sql: string, values: WireValue[]): void {
  parse(messages, '', sql);
  bind(messages, portal, '', values);
}
