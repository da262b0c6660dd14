// The policy: who has which roles, and what each role may see and change.
import { z } from 'zod';
import { fields } from './fields.ts';
import { EntityNode } from './nodes.ts';
import { type ExactNumber, isNumber, type Scalar, scalar } from './scalars.ts';

/** A user attribute that conditions can compare with. */
export type UserValue = string | boolean | ExactNumber;
export type UserAttribute = UserValue | readonly UserValue[];
export type UserAttributes = Readonly<Record<string, UserAttribute>>;

export interface PolicyUser {
  readonly roles?: readonly string[] | undefined;
  readonly attributes?: UserAttributes | undefined;
}

/** An argument of a condition: a column of the entity, an attribute of the user, a value, or the operand of EXISTS. */
export interface PolicyArgument {
  readonly attr?: string | undefined;
  readonly user?: string | undefined;
  readonly alias?: string | undefined;
  readonly value?: Scalar | readonly Scalar[] | undefined;
  readonly period?: unknown;
  readonly entity?: EntityNode | undefined;
  readonly of?: string | undefined;
  readonly where?: PolicyWhere | null | undefined;
}

/** A condition as in queries, but with other arguments. */
export interface PolicyWhere {
  readonly cond?: { readonly with: string; readonly entries: readonly PolicyWhere[] } | undefined;
  readonly func?: { readonly name: string; readonly args: readonly PolicyArgument[] } | undefined;
}

export interface Grant {
  /** Column names, `*` for all, a `-` prefix to exclude one; if absent, all columns. */
  readonly columns?: readonly string[] | undefined;
  readonly rows?: PolicyWhere | undefined;
  /** The condition a row must meet after being written. */
  readonly check?: PolicyWhere | undefined;
}

export const actions = ['read', 'insert', 'update', 'delete'] as const;
export type Action = (typeof actions)[number];

/** What a role may do with an entity. */
export type Rights = { readonly [Name in Action]?: true | Grant | undefined };

/** By entity; `*` stands for entities that the role does not name. */
export type Role = Readonly<Record<string, Rights>>;

export interface PolicyDocument {
  readonly users?: Readonly<Record<string, PolicyUser>> | undefined;
  readonly roles?: Readonly<Record<string, Role>> | undefined;
}

/** Stands for every entity that a role does not name. */
export const everyEntity = '*';

const isUserValue = (value: unknown) =>
  typeof value === 'string' || typeof value === 'boolean' || isNumber(value);

export function isUserAttribute(value: unknown): boolean {
  return Array.isArray(value) ? value.every(isUserValue) : isUserValue(value);
}

const UserAttribute: z.ZodType<UserAttribute> = z.custom<UserAttribute>(isUserAttribute, {
  error: 'a text, a number, true, false or a list of them',
  abort: true,
});

const PolicyArgument: z.ZodType<PolicyArgument> = fields('an argument', {
  attr: z.string().optional(),
  user: z.string().optional(),
  alias: z.string().optional(),
  value: z.union([scalar, z.array(scalar)]).optional(),
  period: z.unknown().optional(),
  entity: EntityNode.optional(),
  of: z.string().optional(),
  get where() {
    return PolicyWhere.nullish();
  },
}).meta({ id: 'PolicyArgument' });

const PolicyWhere: z.ZodType<PolicyWhere> = fields('a condition', {
  get cond() {
    return fields('a group of conditions', {
      with: z.string(),
      entries: z.array(PolicyWhere),
    }).optional();
  },
  get func() {
    return fields('a function', { name: z.string(), args: z.array(PolicyArgument) }).optional();
  },
}).meta({ id: 'PolicyWhere' });

const columns = z.array(z.string()).min(1, 'at least one column').optional();
const rows = PolicyWhere.optional();
const check = PolicyWhere.optional();

/** True, or an object of restrictions. */
function right<Shape extends z.ZodRawShape>(name: string, shape: Shape) {
  const error = 'true, or an object that says what it is limited to (leave it out to grant nothing)';
  return z.union([z.literal(true), fields(name, shape)], { error }).optional();
}

const Rights: z.ZodType<Rights> = fields('the rights on an entity', {
  read: right('a right to read', { columns, rows }),
  insert: right('a right to insert', { columns, check }),
  update: right('a right to update', { columns, rows, check }),
  delete: right('a right to delete', { rows }),
}).meta({ id: 'PolicyRights' });

export const PolicyDocument: z.ZodType<PolicyDocument> = fields('the policy', {
  users: z
    .record(
      z.string(),
      fields('a user', {
        roles: z.array(z.string()).optional(),
        attributes: z.record(z.string(), UserAttribute).optional(),
      }),
    )
    .optional(),
  roles: z.record(z.string(), z.record(z.string(), Rights)).optional(),
}).meta({ id: 'Policy' });
