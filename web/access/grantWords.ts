// Grants and policy changes in sentences.
import type { Action, Grant, PolicyDocument, PolicyWhere, Rights, Role } from '../../src/contract/policy.ts';
import { list } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import type { Entity, Model } from '../model/model.ts';
import type { Operators } from '../query/filters/operators.ts';
import { rowsDocument } from '../query/filters/policyRows.ts';
import { ruleParts } from '../query/filters/ruleWords.ts';
import { ownValue } from '../state/ownValue.ts';
import type { SentencePart } from '../ui/Sentence.tsx';
import { readColumns } from './columnLists.ts';
import { EVERY, ownRights, roleNames, userOf } from './policyEdits.ts';

type Part = SentencePart;
export type Sentence = readonly Part[];

export interface PolicyContext {
  readonly model: Model;
  readonly operators: Operators;
}

const word = (text: string): Part => ({ kind: 'word', text });
const name = (text: string): Part => ({ kind: 'name', text });
const value = (text: string): Part => ({ kind: 'value', text });

export const actionNames: readonly Action[] = ['read', 'insert', 'update', 'delete'];

export function entityLabel({ model }: Pick<PolicyContext, 'model'>, entity: string): string {
  return entity === EVERY ? late.access.everyEntity : (model.entities.get(entity)?.label ?? entity);
}

/** The columns in a condition, without those of related records. */
function columnsIn({ cond, func }: PolicyWhere): readonly string[] {
  return [
    ...(cond?.entries ?? []).flatMap(columnsIn),
    ...(func?.args ?? []).flatMap(({ attr }) => attr ?? []),
  ];
}

/** A condition on all entities is phrased for the first entity that has its columns. */
function describedEntity({ model }: PolicyContext, entity: string, rows: PolicyWhere): string {
  if (entity !== EVERY) return entity;
  const names = columnsIn(rows);
  const fitting = [...model.entities.values()].find(({ column }) => names.every((one) => column.has(one)));
  return fitting?.name ?? entity;
}

/** The condition in words, or as JSON if the page has no words for it. */
export function rowsParts(voice: PolicyContext, entity: string, rows: PolicyWhere): Sentence {
  const doc = rowsDocument(voice.model, describedEntity(voice, entity, rows), rows);
  return doc ? ruleParts({ ...voice, doc, ofUser: true }, doc.where) : [value(JSON.stringify(rows))];
}

function columnParts(entity: Entity | undefined, columns: readonly string[] | undefined): Sentence {
  if (columns === undefined) return [];
  if (!entity) return [word(` · ${late.access.onlyFields} `), name(list(columns))];
  const choice = readColumns(columns, entity);
  if (choice.kind === 'all') return [];
  const label = (column: string) => entity.column.get(column)?.label ?? column;
  const words = choice.kind === 'but' ? late.access.allFieldsBut : late.access.onlyFields;
  return [word(` · ${words} `), name(list(choice.names.map(label)))];
}

/** "all fields but Phone · where Support Rep ID is the user’s employee" */
export function grantParts(voice: PolicyContext, entity: string, right: true | Grant | undefined): Sentence {
  if (right === undefined) return [word(late.access.notAtAll)];
  if (right === true) return [word(late.access.everything)];
  const { columns, rows, check } = right;
  const parts = [
    ...columnParts(voice.model.entities.get(entity), columns),
    ...(rows ? [word(` · ${late.access.whereRows} `), ...rowsParts(voice, entity, rows)] : []),
    ...(check ? [word(` · ${late.access.afterwards} `), ...rowsParts(voice, entity, check)] : []),
  ];
  const [first, ...rest] = parts;
  if (!first) return [word(late.access.everything)];
  return [word(first.text.replace(/^ · /, '')), ...rest];
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

function fromTo(start: Sentence, before: Sentence, after: Sentence): Sentence {
  return [...start, ...after, word(` (${late.difference.before} `), ...before, word(')')];
}

/** Changes of a role's rights on an entity. */
function rightChanges(
  voice: PolicyContext,
  role: string,
  entity: string,
  before: Rights | undefined,
  after: Rights | undefined,
): readonly Sentence[] {
  if (same(before, after)) return [];
  const on = [name(role), word(` ${late.access.on} `), name(entityLabel(voice, entity))];
  if (after === undefined) {
    const now = entity === EVERY ? late.access.notAtAll : late.access.asOthers;
    return [[...on, word(`: ${now}`)]];
  }
  const changes = actionNames.flatMap((action): readonly Sentence[] => {
    if (same(before?.[action], after[action])) return [];
    const start = [...on, word(` · ${late.access.actions[action]}: `)];
    return [
      fromTo(start, grantParts(voice, entity, before?.[action]), grantParts(voice, entity, after[action])),
    ];
  });
  return changes.length > 0 ? changes : [[...on, word(`: ${late.access.noRights}`)]];
}

function roleEntries(roles: PolicyDocument['roles'], role: string): Role {
  return ownValue(roles, role) ?? {};
}

function roleChanges(
  voice: PolicyContext,
  before: PolicyDocument,
  after: PolicyDocument,
): readonly Sentence[] {
  const [old, now] = [roleNames(before), roleNames(after)];
  return [
    ...now
      .filter((role) => !old.includes(role))
      .map((role) => [word(`${late.access.roleAdded}: `), name(role)]),
    ...old
      .filter((role) => !now.includes(role))
      .map((role) => [word(`${late.access.roleRemoved}: `), name(role)]),
    ...now.flatMap((role) => {
      const entities = new Set([before, after].flatMap(({ roles }) => Object.keys(roleEntries(roles, role))));
      return [...entities].flatMap((entity) =>
        rightChanges(voice, role, entity, ownRights(before, role, entity), ownRights(after, role, entity)),
      );
    }),
  ];
}

function attributesText(attributes: Readonly<Record<string, unknown>> | undefined): string {
  const pairs = Object.entries(attributes ?? {});
  if (pairs.length === 0) return late.access.nothing;
  return pairs.map(([attribute, known]) => `${attribute} = ${valueText(known)}`).join(', ');
}

export function valueText(known: unknown): string {
  return Array.isArray(known) ? known.map(String).join('; ') : String(known);
}

function userChanges(before: PolicyDocument, after: PolicyDocument): readonly Sentence[] {
  const names = [...new Set([before, after].flatMap(({ users }) => Object.keys(users ?? {})))];
  return names.flatMap((user): readonly Sentence[] => {
    const [old, now] = [userOf(before, user), userOf(after, user)];
    const roles = (one: typeof old) => [value(list(one.roles ?? []) || late.access.nothing)];
    return [
      ...(same(old.roles ?? [], now.roles ?? [])
        ? []
        : [fromTo([name(user), word(` · ${late.access.rolesOf}: `)], roles(old), roles(now))]),
      ...(same(old.attributes ?? {}, now.attributes ?? {})
        ? []
        : [
            fromTo(
              [name(user), word(` · ${late.access.attributesOf}: `)],
              [value(attributesText(old.attributes))],
              [value(attributesText(now.attributes))],
            ),
          ]),
    ];
  });
}

/** What changes for people, in sentences. */
export function policyChanges(
  voice: PolicyContext,
  before: PolicyDocument,
  after: PolicyDocument,
): readonly Sentence[] {
  return [...roleChanges(voice, before, after), ...userChanges(before, after)];
}
