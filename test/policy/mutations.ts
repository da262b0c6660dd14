/** Every place that hides something: its code, and the mutated code that does not hide it. */
import { writingMutations } from './writing-mutations.ts';

export interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The engine on which it can be noticed; by default SQLite, which needs no server. */
  readonly engine?: 'postgres';
  /** The tests that notice it; by default the tests of reading. */
  readonly suites?: readonly string[];
}

const reading: readonly Mutation[] = [
  {
    name: 'the one place that names tables reads granted rows only',
    file: 'src/query/compile/source.ts',
    from: 'draft.visiblePart(node.entity, draft.dialect.table(node.entity.id))',
    to: 'draft.dialect.table(node.entity.id)',
  },
  {
    name: 'rows that no grant includes are left out',
    file: 'src/query/compile/restricted.ts',
    from: 'clause(rows === null ? [] : [...guards, anyOf(draft, rows)])',
    to: 'clause(rows === null ? [] : guards)',
  },
  {
    name: 'conditions on a root entity leave out the rows that no grant includes',
    file: 'src/query/compile/restricted.ts',
    from: 'return rows === null ? [] : [anyOf(draft, rows)];',
    to: 'return [];',
  },
  {
    name: 'conditions do not suffice if some rows show only some of their values',
    file: 'src/query/compile/restricted.ts',
    from: 'if (partial.size > 0) return null;',
    to: '',
  },
  {
    name: 'the conditions on a root entity are in the statement of a page or a record',
    file: 'src/query/compile/conditions.ts',
    from: '[...first, ...seenBy, ...ownTerms',
    to: '[...first, ...ownTerms',
  },
  {
    name: 'the conditions on a root entity are in the statement that reads several records',
    file: 'src/query/compile/look-ups.ts',
    from: 'clause([isOne, ...seenBy])',
    to: 'clause([isOne])',
    engine: 'postgres',
  },
  {
    name: 'values that no grant of the row includes are null',
    file: 'src/query/compile/restricted.ts',
    from: 'if (filters === undefined) return own;',
    to: 'if (filters === undefined || filters.length > 0) return own;',
  },
  {
    name: 'columns that no grant includes are missing',
    file: 'src/model/restrict.ts',
    from: 'if (giving.length === 0) return [];',
    to: 'if (giving.length < 0) return [];',
  },
  {
    name: 'entities without a grant are missing',
    file: 'src/model/restrict.ts',
    from: 'grants.some(({ columns }) => columns === null || columns.size > 0);',
    to: 'grants.length >= 0;',
  },
  {
    name: 'foreign keys of hidden columns or to hidden entities are missing',
    file: 'src/model/restrict.ts',
    from: 'return columns === null || targetColumns === null ? [] : [{ ...key, columns, targetColumns }];',
    to: 'return [{ ...key, columns: columns ?? key.columns, targetColumns: targetColumns ?? key.targetColumns }];',
  },
  {
    name: 'relations over hidden columns or to hidden entities are missing',
    file: 'src/model/restrict.ts',
    from: 'return ownColumns === null || otherColumns === null ? [] : [{ ...relation, ownColumns, otherColumns }];',
    to: 'return [relation];',
  },
  {
    name: 'indexes of hidden columns are missing',
    file: 'src/model/restrict.ts',
    from: 'return this.#base.indexes.filter(({ columns }) => this.#hasAll(columns));',
    to: 'return this.#base.indexes;',
  },
  {
    name: 'a key with a hidden column is missing',
    file: 'src/model/restrict.ts',
    from: 'return this.#grants.some(isUnrestrictedGrant) || this.#hasAll(this.#base.keyNames);',
    to: 'return true;',
  },
  {
    name: 'a primary key with a hidden column is missing',
    file: 'src/model/restrict.ts',
    from: 'return this.#hasAll(primaryKey) ? primaryKey : [];',
    to: 'return primaryKey;',
  },
  {
    name: 'the catalog has no row estimate for users who do not see all rows',
    file: 'src/model/restrict.ts',
    from: 'return this.restriction === null ? this.#base.rowEstimate : null;',
    to: 'return this.#base.rowEstimate;',
  },
  {
    name: 'a count is not an estimate of the engine',
    file: 'src/app/read/grid.ts',
    from: 'if (!isFullyVisible(database, bare)) return null;',
    to: '',
    engine: 'postgres',
  },
  {
    name: 'an explanation has no plan of the engine',
    file: 'src/app/read/explain.ts',
    from: 'isFullyVisible(snapshot.database, statement)',
    to: 'true',
  },
  {
    name: 'an explanation shows no condition of the policy',
    file: 'src/app/read/explain.ts',
    from: 'snapshot.filterBindings.plain()',
    to: 'snapshot.filterBindings',
  },
  {
    name: 'links to hidden rows are missing',
    file: 'src/query/compile/records.ts',
    from: 'return entity !== undefined && (rows !== null || (partial?.size ?? 0) > 0) ? entity : null;',
    to: 'return entity !== undefined && rows !== null && partial === undefined ? entity : null;',
  },
  {
    name: 'a record with a hidden key has no address',
    file: 'src/query/compile/records.ts',
    from: 'if (partial.length === 0) return [before + prefix',
    to: 'if (partial.length >= 0) return [before + prefix',
  },
  {
    name: 'rows are sorted by visible values only',
    file: 'src/query/compile/order.ts',
    from: 'return entity.restriction === null || isIdentified(entity) ? entity.key : identifyingColumns(entity);',
    to: 'return entity.key;',
  },
  {
    name: 'row ids are missing',
    file: 'src/dialects/sqlite/sql/summarise.ts',
    from: "entity.kind === 'view' || entity.restriction !== null",
    to: "entity.kind === 'view'",
  },
  {
    name: 'reads are combined only for users who see the same',
    file: 'src/query/compile/look-ups.ts',
    from: '#readsOf(filterBindings: FilterBindings): KeyedReads {',
    to: `#readsOf(filterBindings: FilterBindings): KeyedReads {
    const all = this.#gathered as Map<unknown, KeyedReads>;
    if (!all.has(this)) all.set(this, { together: (keys) => this.#together(keys, filterBindings) });
    return all.get(this) as KeyedReads;
`,
    engine: 'postgres',
  },
  {
    name: 'a missing or empty attribute grants nothing',
    file: 'src/query/plan/filter-document.ts',
    from: 'users.every((name) => isPresent(values, name))',
    to: 'users.length >= 0',
  },
  {
    name: 'a role that names an entity gives no other right on it',
    file: 'src/contract/grants.ts',
    from: 'ownEntry(entries, entity) === undefined ? everyEntity : entity',
    to: 'ownEntry(entries, everyEntity) === undefined ? entity : everyEntity',
  },
  {
    name: 'what was dropped and recreated is not granted',
    file: 'src/app/policy/rights.ts',
    from: 'if (gone.size === 0) return columns;',
    to: 'if (gone.size >= 0) return columns;',
  },
  {
    name: 'what is new while a denied name is missing is not granted',
    file: 'src/app/policy/vanished.ts',
    from: 'if (this.#knowsWholeSchema) this.#denyNew(entities, unreadable);',
    to: '',
  },
  {
    name: 'plans and statements are cached by what the user sees',
    file: 'src/app/policy/rights.ts',
    from: 'const key = digest([restriction, forms]) as CacheKey;',
    to: "const key = digest([restriction && 'same', forms && 'same']) as CacheKey;",
  },
  {
    name: 'models are shared only by users who see the same',
    file: 'src/app/policy/rights.ts',
    from: 'const restriction = digest(granted);',
    to: 'const restriction = digest(granted.length >= 0);',
  },
  {
    name: 'cursors are sealed for one user',
    file: 'src/app/read/cursor.ts',
    from: "[...purpose, principal.name ?? '', scope.principal]",
    to: '[...purpose, scope.principal.slice(0, 0), String(principal.name).slice(0, 0)]',
  },
  {
    name: 'without a role there are no rights',
    file: 'src/app/policy/rights.ts',
    from: 'if (!this.limits(rights)) {',
    to: 'if (rights.roles.length === 0) {',
  },
  {
    name: 'private queries of others are missing',
    file: 'src/app/saved/documents.ts',
    from: 'if (stored === null || !sees(reader, stored)) throw noDocument',
    to: 'if (stored === null) throw noDocument',
  },
  {
    name: 'conditions of one user with different values are distinguished',
    file: 'src/app/policy/rights.ts',
    from: 'return known < 0 ? met.push(values) - 1 : known;',
    to: 'return known < 0 ? met.push(values) * 0 : 0;',
  },
];

const importing: Mutation = {
  name: 'an import does not find hidden rows',
  file: 'src/app/change/import/run.ts',
  from: 'if (one === null || isHidden) continue;',
  to: 'if (one === null) continue;',
  suites: ['test/change/policy.test.ts'],
};

export const mutations: readonly Mutation[] = [...reading, ...writingMutations, importing];
