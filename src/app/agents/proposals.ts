// Changes proposed by assistants, kept until their user looks at them.
import { randomBytes } from 'node:crypto';
import type { Proposal } from '../../contract/agents.ts';
import type { ChangeSetBody } from '../../contract/change.ts';
import { parseExact, writeExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import type { Principal } from '../../identity/admit.ts';
import type { Store } from '../../store/store.ts';

const keptMs = 30 * 86_400_000;
/** The most proposals per user: with more, nobody remembers the first. */
const maxKept = 200;

export class Proposals {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Returns its id. */
  async keep(
    { name }: Pick<Principal, 'name'>,
    set: Pick<ChangeSetBody, 'note' | 'changes'>,
  ): Promise<string> {
    const id = randomBytes(12).toString('base64url');
    const at = Date.now();
    await this.#store.write(async (trx) => {
      await trx
        .deleteFrom('proposals')
        .where('at', '<', at - keptMs)
        .execute();
      const row = { id, username: name, at, body: writeExact(set) };
      await trx.insertInto('proposals').values(row).execute();
      const older = await trx
        .selectFrom('proposals')
        .select('id')
        .where('username', name === null ? 'is' : '=', name)
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(maxKept)
        .offset(maxKept)
        .execute();
      const ids = older.map((one) => one.id);
      if (ids.length > 0) await trx.deleteFrom('proposals').where('id', 'in', ids).execute();
    });
    return id;
  }

  /**
   * A proposal as JSON, whose values keep their digits. Not for a token with reduced roles: it may see less than the
   * proposer.
   */
  async find({ name, isReduced }: Pick<Principal, 'name' | 'isReduced'>, id: string): Promise<string> {
    const row = await this.#store.read((db) =>
      db
        .selectFrom('proposals')
        .selectAll()
        .where('id', '=', id)
        .where('username', name === null ? 'is' : '=', name)
        .executeTakeFirst(),
    );
    if (row === undefined || isReduced) throw noProposal();
    const { note = null, changes } = parseExact(row.body) as Pick<Proposal, 'note' | 'changes'>;
    return writeExact({ id, at: new Date(row.at).toISOString(), note, changes });
  }
}

function noProposal(): Problem {
  return new Problem(
    'not-found',
    'There is no such proposal for you, or it is older than thirty days or than two hundred others.',
  );
}
