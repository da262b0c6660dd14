// The query document (UniGridRequest): its fields, their shapes, and what an answer looks like.
import { z } from 'zod';
import { type BucketName, bucketNames } from './buckets.ts';
import { fields } from './fields.ts';
import { isLosslessNumber, type LosslessNumber } from './json.ts';
import { type SummaryName, summaryNames } from './summaries.ts';

export const countModes = ['exact', 'estimate', 'none'] as const;
export type CountMode = (typeof countModes)[number];

/** A number of the body with all its digits; a client in JavaScript may hold it as a plain number. */
export type ExactNumber = number | LosslessNumber;
export type Scalar = string | boolean | ExactNumber | null;

export interface AttributeSelector {
  readonly id: string;
  readonly alias?: string | undefined;
  readonly selected?: boolean | undefined;
  readonly summaries?: readonly SummaryName[] | null | undefined;
  readonly bucket?: BucketName | undefined;
}

export interface EntityWrapper {
  readonly entity: EntityNode;
}

export interface RelationRef {
  readonly attr_parent?: string | undefined;
  readonly attr_child?: string | undefined;
}

export interface EntityNode {
  readonly id: string;
  readonly alias?: string | undefined;
  readonly relation?: RelationRef | null | undefined;
  readonly attributes?: readonly (AttributeSelector | EntityWrapper)[] | undefined;
}

/** Exactly one of the fields is there; none of them leaves a between open at that end. */
export interface Argument {
  readonly alias?: string | undefined;
  readonly value?: Scalar | readonly Scalar[] | undefined;
  readonly entity?: EntityNode | undefined;
  readonly of?: string | undefined;
  readonly where?: Where | null | undefined;
}

/** A group of conditions, one condition, or nothing. */
export interface Where {
  readonly cond?: { readonly with: string; readonly entries: readonly Where[] } | undefined;
  readonly func?: { readonly name: string; readonly args: readonly Argument[] } | undefined;
}

export interface OrderTerm {
  readonly alias: string;
  readonly asc?: boolean | undefined;
  readonly nulls?: 'first' | 'last' | undefined;
}

export interface GridRequest {
  readonly entities: readonly EntityNode[];
  readonly where?: Where | null | undefined;
  readonly order?: readonly OrderTerm[] | undefined;
  readonly offset?: ExactNumber | undefined;
  readonly limit?: ExactNumber | undefined;
  readonly count?: CountMode | undefined;
  readonly group?: readonly string[] | undefined;
  readonly after?: string | undefined;
}

function isNumber(value: unknown): value is ExactNumber {
  return typeof value === 'number' || isLosslessNumber(value);
}

export function isWholeNumber(value: unknown): value is ExactNumber {
  return isNumber(value) && /^(\d+|-0)$/.test(String(value));
}

/** Described as a plain number, since that is what a client writes. */
function numberLike(
  fits: (value: unknown) => boolean,
  phrase: string,
  json: { type: string; minimum?: number },
) {
  const schema = z
    .unknown()
    .refine(fits, {
      error: phrase,
      // Without it, a union would go on and report another alternative than the one that was meant.
      abort: true,
    })
    .meta(json);
  // A value that passes the test is an ExactNumber, but a refinement cannot tell the compiler so.
  return schema as z.ZodType<ExactNumber>;
}

const exactNumber = numberLike(isNumber, 'a number', { type: 'number' });
const wholeNumber = numberLike(isWholeNumber, 'a whole number that is not negative', {
  type: 'integer',
  minimum: 0,
});

const scalar = z.union([z.string(), z.boolean(), exactNumber, z.null()]);

const AttributeSelector: z.ZodType<AttributeSelector> = fields('an attribute', {
  id: z.string().describe('Attribute id'),
  alias: z
    .string()
    .optional()
    .describe('Name for other rules and for the column of the result; default: the id'),
  selected: z.boolean().optional().describe('Whether the attribute is a column of the result; default: true'),
  summaries: z.array(z.enum(summaryNames)).nullish().describe('Null or an empty list: none'),
  bucket: z
    .enum(bucketNames)
    .optional()
    .describe('Groups a date by period; the attribute must stand in `group`'),
}).meta({ id: 'AttributeSelector' });

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
  attributes: z.array(z.union([AttributeSelector, EntityWrapper])).optional(),
}).meta({ id: 'EntityNode' });

const Argument: z.ZodType<Argument> = fields('an argument', {
  alias: z.string().optional().describe('An attribute'),
  value: z
    .union([scalar, z.array(scalar)])
    .optional()
    .describe('A literal; a list only for IN and NOT_IN'),
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

const OrderTerm: z.ZodType<OrderTerm> = fields('an order rule', {
  alias: z.string(),
  asc: z.boolean().optional(),
  nulls: z.enum(['first', 'last']).optional(),
});

export const GridRequest: z.ZodType<GridRequest> = fields('the query', {
  entities: z.array(EntityNode).min(1, 'at least one entity').describe('Root entities'),
  where: Where.nullish(),
  order: z.array(OrderTerm).optional(),
  offset: wholeNumber.optional(),
  limit: wholeNumber.optional(),
  count: z.enum(countModes).optional().describe('How `size.total` is found; default: exact'),
  group: z.array(z.string()).optional().describe('Aliases to group by'),
  after: z.string().optional().describe('`next` of an answer to the same query: the page that follows it'),
}).meta({ id: 'GridRequest' });

export const WrappedGridRequest = fields('the body', { unigrid: GridRequest });

/** A request with or without its wrapper, for the description of the API. */
export const GridBody = z.union([WrappedGridRequest, GridRequest]);

/** The answer to a query. Values keep all their digits, so read the numbers exactly where it matters. */
export const GridAnswer = z
  .object({
    cols: z.array(z.string()),
    data: z.array(z.array(z.unknown())),
    size: z.object({ offset: z.int(), total: z.int().nullable(), frame: z.int() }),
    summaries: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
    next: z.string().optional().describe('Send it as `after` for the next page'),
  })
  .meta({ id: 'GridAnswer' });
export type GridAnswer = z.infer<typeof GridAnswer>;

/** The summaries of a query alone: one value for each column. */
export const SummaryAnswer = z
  .object({
    cols: z.array(z.string()).describe('<summary>_<alias>'),
    data: z.array(z.unknown()),
    size: z.object({ offset: z.int(), total: z.literal(1), frame: z.int().describe('Number of values') }),
  })
  .meta({ id: 'SummaryAnswer' });
export type SummaryAnswer = z.infer<typeof SummaryAnswer>;
