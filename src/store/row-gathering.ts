// Looks at single rows of a store on a server: those that are asked for at the same moment share one statement, which
// takes as much work as the rest of a short request.
import type { RowOf } from './store.ts';
import { type KeyedTable, keyColumns } from './tables.ts';

/** Reads the rows of a table that have these keys. */
export type Look = <Name extends KeyedTable>(
  table: Name,
  keys: readonly string[],
) => Promise<readonly NonNullable<RowOf<Name>>[]>;

type Rows = ReadonlyMap<string, unknown>;

/** Where so many shared a look, there is a crowd, of which as many are about to ask again. */
const crowd = 4;
/** They are waited for no longer than this. */
const waitMs = 2;

export class RowGathering {
  readonly #look: Look;
  readonly #tables = new Map<KeyedTable, Gathering>();

  constructor(look: Look) {
    this.#look = look;
  }

  row<Name extends KeyedTable>(table: Name, key: string): Promise<RowOf<Name>> {
    let gathering = this.#tables.get(table);
    if (gathering === undefined) {
      gathering = new Gathering((keys) => this.#rows(table, keys));
      this.#tables.set(table, gathering);
    }
    // The rows are those of the table.
    return gathering.join(key).then((rows) => rows.get(key) as RowOf<Name>);
  }

  async #rows(table: KeyedTable, keys: readonly string[]): Promise<Rows> {
    const rows = await this.#look(table, keys);
    return new Map(rows.map((row) => [String(Reflect.get(row, keyColumns[table])), row]));
  }
}

/** Those who will share the next look. */
class Party {
  readonly keys = new Set<string>();
  readonly look = Promise.withResolvers<Rows>();
  askers = 0;
}

/** The looks at one table: one at a time, so that others gather for the next meanwhile. */
class Gathering {
  readonly #look: (keys: readonly string[]) => Promise<Rows>;
  #next: Party | null = null;
  #phase: 'idle' | 'leaving' | 'looking' | 'waiting' = 'idle';
  /** How many shared the last look. */
  #last = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(look: (keys: readonly string[]) => Promise<Rows>) {
    this.#look = look;
  }

  /** A look that has begun takes nobody on board: it may not see what was acknowledged meanwhile. */
  join(key: string): Promise<Rows> {
    this.#next ??= new Party();
    const party = this.#next;
    party.keys.add(key);
    party.askers++;
    if (this.#phase === 'idle' || (this.#phase === 'waiting' && party.askers >= this.#last)) this.#leave();
    return party.look.promise;
  }

  /** At the end of this turn of the event loop, in which others may ask as well. */
  #leave(): void {
    clearTimeout(this.#timer);
    this.#phase = 'leaving';
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    const party = this.#next;
    this.#next = null;
    this.#phase = 'idle';
    if (party === null) return;
    this.#phase = 'looking';
    const ended = () => this.#end(party);
    const looking = this.#look([...party.keys]);
    looking.then(party.look.resolve, party.look.reject);
    looking.then(ended, ended);
  }

  #end({ askers }: Party): void {
    this.#last = askers;
    if (askers < crowd || (this.#next?.askers ?? 0) >= askers) {
      this.#begin();
      return;
    }
    this.#phase = 'waiting';
    this.#timer = setTimeout(() => this.#begin(), waitMs);
  }
}
