// The recursive parts of a query document: entities, attributes, expressions and conditions.
import { z } from 'zod';
import { type BucketName, bucketNames } from './buckets.ts';
import { fields } from './fields.ts';
import { maxPeriodDistance, type PeriodUnit, periodUnits } from './periods.ts';
import { type ExactNumber, exactIntegerBetween, type Scalar, scalar } from './scalars.ts';
import { maxListed, type RollupName, rollupNames, type SummaryName, summaryNames } from './summaries.ts';
import { maxWindow, type OverName, overNames } from './windows.ts';

/** What columns, computed fields and rollups have in common. */
interface AttributeUse {
  readonly selected?: boolean | undefined;
  readonly summaries?: readonly SummaryName[] | null | undefined;
  readonly bucket?: BucketName | undefined;
}

/** A column of the entity. */
export interface AttributeSelector extends AttributeUse {
  readonly id: string;
  readonly alias?: string | undefined;
}

/** A field computed from others. */
export interface ComputedAttribute extends AttributeUse {
  readonly alias: string;
  readonly expr: Expr;
}

/** A measure of related rows. */
export interface RollupAttribute extends AttributeUse {
  readonly alias: string;
  readonly rollup: Rollup;
}

/** A value computed over the rows or groups of the answer. */
export interface OverAttribute {
  readonly alias: string;
  readonly over: Over;
  readonly selected?: boolean | undefined;
}

export interface EntityWrapper {
  readonly entity: EntityNode;
}

export type AttributeItem =
  | AttributeSelector
  | ComputedAttribute
  | RollupAttribute
  | OverAttribute
  | EntityWrapper;

export interface RelationRef {
  readonly attr_parent?: string | undefined;
  readonly attr_child?: string | undefined;
}

export interface EntityNode {
  readonly id: string;
  readonly alias?: string | undefined;
  readonly relation?: RelationRef | null | undefined;
  readonly attributes?: readonly AttributeItem[] | undefined;
}

/** An alias, a value, a parameter, a function or a case expression. */
export type Expr =
  | { readonly alias: string }
  | { readonly value: Scalar }
  | { readonly param: string }
  | { readonly fn: string; readonly args: readonly Expr[] }
  | CaseExpr;

export interface CaseExpr {
  readonly case: readonly { readonly when: Where; readonly then: Expr }[];
  readonly else?: Expr | undefined;
}

export interface Rollup {
  /** As in EXISTS; nested wrappers form a chain. */
  readonly entity: EntityNode;
  readonly summary: RollupName;
  /** An alias within its own entity tree. */
  readonly of?: string | undefined;
  readonly where?: Where | null | undefined;
  readonly order?: readonly OrderRule[] | undefined;
  readonly limit?: ExactNumber | undefined;
}

export interface Over {
  readonly fn: OverName;
  readonly of: string;
  readonly per?: readonly string[] | undefined;
  readonly order?: readonly OrderRule[] | undefined;
  readonly size?: ExactNumber | undefined;
}

/** Starts with the unit `offset` units from the current one and covers `count` of them. */
export interface Period {
  readonly unit: PeriodUnit;
  readonly offset: ExactNumber;
  readonly count?: ExactNumber | undefined;
  readonly to?: 'now' | undefined;
}

/** Exactly one field is set; for a between, none leaves that end open. */
export interface Argument {
  readonly alias?: string | undefined;
  readonly value?: Scalar | readonly Scalar[] | undefined;
  readonly param?: string | undefined;
  readonly period?: Period | undefined;
  readonly entity?: EntityNode | undefined;
  readonly of?: string | undefined;
  readonly where?: Where | null | undefined;
}

/** A group of conditions, a single condition, or nothing. */
export interface Where {
  readonly cond?: { readonly with: string; readonly entries: readonly Where[] } | undefined;
  readonly func?: { readonly name: string; readonly args: readonly Argument[] } | undefined;
}

export interface OrderRule {
  readonly alias: string;
  readonly asc?: boolean | undefined;
  readonly nulls?: 'first' | 'last' | undefined;
}

const use = {
  selected: z.boolean().optional().describe('Whether it is a column of the result; default: true'),
  summaries: z.array(z.enum(summaryNames)).nullish().describe('Null or an empty list: none'),
  bucket: z
    .enum(bucketNames)
    .optional()
    .describe('Groups a date by period; the attribute must stand in `group`'),
};

const AttributeSelector: z.ZodType<AttributeSelector> = fields('an attribute', {
  id: z.string().describe('Attribute id'),
  alias: z
    .string()
    .optional()
    .describe('Name for other rules and for the column of the result; default: the id'),
  ...use,
}).meta({ id: 'AttributeSelector' });

const alias = z.string().describe('Name for other rules and for the column of the result');

const ComputedAttribute: z.ZodType<ComputedAttribute> = fields('a computed field', {
  alias,
  get expr() {
    return Expr;
  },
  ...use,
}).meta({ id: 'ComputedAttribute' });

const RollupAttribute: z.ZodType<RollupAttribute> = fields('a measure of related rows', {
  alias,
  get rollup() {
    return Rollup;
  },
  ...use,
}).meta({ id: 'RollupAttribute' });

const OverAttribute: z.ZodType<OverAttribute> = fields('a value over the answer', {
  alias,
  get over() {
    return Over;
  },
  selected: use.selected,
}).meta({ id: 'OverAttribute' });

const EntityWrapper: z.ZodType<EntityWrapper> = fields('a related entity', {
  get entity() {
    return EntityNode;
  },
});

export const EntityNode: z.ZodType<EntityNode> = fields('an entity', {
  id: z.string().describe('Entity name'),
  alias: z.string().optional().describe('Name for other rules; a root is called by its id by default'),
  relation: fields('a relation', {
    attr_parent: z.string().optional().describe('Attribute of the parent through which the relation runs'),
    attr_child: z.string().optional().describe('Attribute of this entity, where several relations would fit'),
  }).nullish(),
  attributes: z
    .array(z.union([AttributeSelector, EntityWrapper, ComputedAttribute, RollupAttribute, OverAttribute]))
    .optional(),
}).meta({ id: 'EntityNode' });

const Expr: z.ZodType<Expr> = z
  .union([
    fields('a reference', { alias: z.string().describe('An attribute of the document') }),
    fields('a value', { value: scalar }),
    fields('a parameter in an expression', { param: z.string() }),
    fields('a function of an expression', {
      fn: z.string().describe('A name from /api/database/functions'),
      get args() {
        return z.array(Expr);
      },
    }),
    fields('a choice', {
      get case() {
        return z
          .array(
            fields('a branch', {
              get when() {
                return Where;
              },
              // biome-ignore lint/suspicious/noThenProperty: the document calls it so, and nobody awaits it.
              get then() {
                return Expr;
              },
            }),
          )
          .min(1, 'at least one branch');
      },
      get else() {
        return Expr.optional();
      },
    }),
  ])
  .meta({ id: 'Expr' });

export const OrderRule: z.ZodType<OrderRule> = fields('an order rule', {
  alias: z.string(),
  asc: z.boolean().optional(),
  nulls: z.enum(['first', 'last']).optional(),
});

const Rollup: z.ZodType<Rollup> = fields('a rollup', {
  get entity() {
    return EntityNode;
  },
  summary: z.enum(rollupNames),
  of: z.string().optional().describe('What is summarised: an alias of the related entities'),
  get where() {
    return Where.nullish().describe('Which related rows count');
  },
  order: z.array(OrderRule).optional().describe('For first, last and list'),
  limit: exactIntegerBetween(1, maxListed).optional().describe('Items of a list; default: 50'),
}).meta({ id: 'Rollup' });

const Over: z.ZodType<Over> = fields('an over', {
  fn: z.enum(overNames),
  of: z.string().describe('A number of the rows, or a measure of the groups'),
  per: z.array(z.string()).optional().describe('Begins anew for each value of these'),
  order: z.array(OrderRule).optional(),
  size: exactIntegerBetween(1, maxWindow).optional().describe('moving: of how many rows the mean is taken'),
}).meta({ id: 'Over' });

const Period: z.ZodType<Period> = fields('a period', {
  unit: z.enum(periodUnits),
  offset: exactIntegerBetween(-maxPeriodDistance, maxPeriodDistance).describe(
    '0 the current unit, -1 the last one',
  ),
  count: exactIntegerBetween(1, maxPeriodDistance).optional().describe('How many units; default: 1'),
  to: z.enum(['now']).optional().describe('Ends now, if it does not end sooner'),
}).meta({ id: 'Period' });

const Argument: z.ZodType<Argument> = fields('an argument', {
  alias: z.string().optional().describe('An attribute'),
  value: z
    .union([scalar, z.array(scalar)])
    .optional()
    .describe('A literal; a list only for IN and NOT_IN'),
  param: z.string().optional().describe('A parameter of the document'),
  period: Period.optional().describe('IN_PERIOD: a period'),
  get entity() {
    return EntityNode.optional().describe('EXISTS: the related entity');
  },
  of: z.string().optional().describe('EXISTS: alias of the entity it hangs on; default: the only root'),
  get where() {
    return Where.nullish().describe('EXISTS: conditions over the attributes of the related entity');
  },
}).meta({ id: 'Argument' });

export const Where: z.ZodType<Where> = fields('a condition', {
  get cond() {
    return fields('a group of conditions', {
      with: z.string().describe('AND, OR, or NOT (none of the entries)'),
      entries: z.array(Where),
    }).optional();
  },
  get func() {
    return fields('a function', { name: z.string(), args: z.array(Argument) }).optional();
  },
}).meta({ id: 'Where' });
