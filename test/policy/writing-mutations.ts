/** Every place that hides something from users who change data, or keeps them from changing it. */
import type { Mutation } from './mutations.ts';

const guard = 'src/app/change/apply/guard.ts';
const answer = 'src/app/change/answer.ts';
const history = 'src/app/change/history.ts';
const refusals = 'src/app/change/refusals/refusals.ts';

const places: readonly Omit<Mutation, 'suites'>[] = [
  {
    name: 'a change requires a right',
    file: guard,
    from: 'if (grants.length === 0) throw',
    to: 'if (grants.length < 0) throw',
  },
  {
    name: 'only granted columns can be set',
    file: guard,
    from: 'const missing = names.find((name) => !grants.some((grant) => gives(grant, name)));',
    to: 'const missing = names.find((name) => name.length < 0);',
  },
  {
    name: 'a right applies as a whole: to its columns in its rows',
    file: guard,
    from: 'const covering = grants.filter((grant) => names.every((name) => gives(grant, name)));',
    to: 'const covering = grants;',
  },
  {
    name: 'only visible values of a row are compared',
    file: guard,
    from: 'if (visibleEntity.restriction === null)',
    to: 'if (visibleEntity.restriction === null || row !== null)',
  },
  {
    name: 'hidden rows cannot be changed',
    file: 'src/app/change/rows/current-rows.ts',
    from: 'if (seen === null) this.#now.put(entity, name, null);',
    to: 'if (seen === null) return;',
  },
  {
    name: 'only granted rows can be changed',
    file: guard,
    from: 'if (own.length === 0) throw forbidden(',
    to: 'if (own.length < 0) throw forbidden(',
  },
  {
    name: 'a changed row must pass the check of the right',
    file: guard,
    from: 'if ((holding.get(change) ?? []).length > 0) continue;',
    to: 'if ((holding.get(change) ?? []).length >= 0) continue;',
  },
  {
    name: 'rows that are inserted together must pass the check of the right',
    file: guard,
    from: 'if (error instanceof Problem) return false;',
    to: 'if (error instanceof Problem) return true;',
  },
  {
    name: 'a reference leads to no hidden row',
    file: guard,
    from: 'if (leads || this.#made.hasTarget(key, given, row)) continue;',
    to: 'continue;',
  },
  {
    name: 'a part of a reference leads to no hidden row',
    file: refusals,
    from: 'return hasIn(change, column) ? textOf(change, column) : keptText(row, column);',
    to: 'return textOf(change, column);',
  },
  {
    name: 'a value of a new row leads to no hidden row',
    file: guard,
    from: "return value.kind === 'reference' && targetColumns.includes(value.column);",
    to: "return value.kind === 'reference' && targetColumns.length > 0;",
  },
  {
    name: 'unseen cascades are not reported',
    file: answer,
    from: "(cause !== 'named' || !isOwn) && !its.seesAll",
    to: '!isOwn && !its.seesAll',
  },
  {
    name: 'reported changes contain no hidden columns',
    file: answer,
    from: "return image === null ? 'null' : columns.text(image);",
    to: "return image === null ? 'null' : objectText([...image].map(([name, { shown }]) => [name, shown]));",
  },
  {
    name: 'the history contains nothing that was hidden at the time',
    file: answer,
    from: '(seesAll || wasVisible(pastVisibility, name, column));',
    to: '(seesAll || wasVisible(pastVisibility, name, column) || column.length > 0);',
  },
  {
    name: 'reported changes contain no hidden key',
    file: answer,
    from: 'const isSeen = (name: string) => entity.column.has(name);',
    to: 'const isSeen = (name: string) => entity.column.has(name) || name.length > 0;',
  },
  {
    name: 'of the changes of others, only those of visible rows are reported',
    file: answer,
    from: "(cause !== 'named' || !isOwn) && !its.seesAll",
    to: "cause !== 'named' && !its.seesAll",
  },
  {
    name: 'changes of others are missing',
    file: history,
    from: "if (set === null || !isOwn) throw new Problem('not-found', 'There is no such change set.');",
    to: "if (set === null) throw new Problem('not-found', 'There is no such change set.');",
  },
  {
    name: 'the history belongs to the user who asks',
    file: history,
    from: 'user: isOpen ? user : (principal.name ?? undefined),',
    to: 'user,',
  },
  {
    name: 'nobody can ask for the history of others',
    file: history,
    from: 'if (user !== undefined && !isOpen && user !== principal.name) return nothing;',
    to: '',
  },
  {
    name: 'rows that others have changed are reported only to users who see all of them',
    file: history,
    from: 'key === undefined || visibleEntity === undefined || seesAllRows(database, visibleEntity.name);',
    to: 'true;',
  },
  {
    name: 'an admin can undo only what they see',
    file: 'src/app/change/changes.ts',
    from: 'if (!isOwn && rows.some(({ entity }) => !seesAllRows(snapshot.database, entity))) {',
    to: 'if (!isOwn && rows.length < 0) {',
  },
  {
    name: 'cascades of an undo are not named',
    file: 'src/app/change/undo/undo.ts',
    from: "row.cause === 'named' ? withoutTable(row) : consequencesNotice",
    to: 'withoutTable(row)',
  },
  {
    name: 'conflicts of unseen cascades are not reported',
    file: 'src/app/change/undo/undo.ts',
    from: 'if (!changes.some(isHiddenChange)) return error;',
    to: 'if (changes.length >= 0) return error;',
  },
  {
    name: 'an undo also compares hidden values that it writes',
    file: 'src/app/change/apply/conflicts.ts',
    from: 'if (cells.length === 0 && !(await differsInHidden(change, now))) return null;',
    to: 'if (cells.length === 0) return null;',
  },
  {
    name: 'an undo does not report what was hidden at the time',
    file: 'src/app/change/undo/undo.ts',
    from: '(seesAll || wasVisible(pastVisibility, visibleEntity.name, name));',
    to: '(seesAll || wasVisible(pastVisibility, visibleEntity.name, name) || name.length > 0);',
  },
  {
    name: 'the number of hidden rows that a cascade deletes is not reported',
    file: 'src/app/change/transaction/transactions.ts',
    from: "cause === 'named' || seesAllRows(database, entity.name);",
    to: "cause === 'named' || entity.name.length > 0;",
  },
  {
    name: 'a dry run shows no statement that names a hidden key',
    file: 'src/app/change/transaction/dry-run.ts',
    from: 'if (maySee(applying.writing, statement, isLimited)) statements.push(statement);',
    to: 'statements.push(statement);',
  },
  {
    name: 'a refusal does not name a rule on hidden columns',
    file: refusals,
    from: 'return visibleEntity.column.size === entity.column.size ? constraint : null;',
    to: 'return constraint;',
  },
  {
    name: 'a refusal does not name a hidden column',
    file: refusals,
    from: '.map((name) => visibleEntity.column.get(name))',
    to: '.map((name) => visibleEntity.restriction?.base.column.get(name) ?? visibleEntity.column.get(name))',
  },
  {
    name: 'a taken value is not attributed to a hidden column',
    file: 'src/app/change/refusals/key-columns.ts',
    from: 'return found.length === names.length ? found : [];',
    to: 'return names.flatMap((name) => entity.column.get(name) ?? []);',
  },
  {
    name: 'a repeated request is answered only to a user who sees the same',
    file: 'src/app/change/record-changes.ts',
    from: 'if (record === null || sight === now) return { id: set.id, record };',
    to: 'if (record === null || sight !== null) return { id: set.id, record };',
  },
];

export const writingMutations: readonly Mutation[] = places.map((place) => ({
  ...place,
  suites: ['test/change/policy.test.ts', 'test/change/hidden-twins.test.ts'],
}));
