// The query document (UniGridRequest): its fields, their shapes, and the answer.
import { z } from 'zod';
import { fields } from './fields.ts';
import { type ModeType, modeTypes } from './mode.ts';
import { EntityNode, OrderRule, Where } from './nodes.ts';
import { type ExactNumber, exactIntegerBetween, type Scalar, scalar, wholeNumber } from './scalars.ts';
import { maxWindow } from './windows.ts';

export type {
  Argument,
  AttributeItem,
  AttributeSelector,
  CaseExpr,
  ComputedAttribute,
  EntityWrapper,
  Expr,
  Over,
  OverAttribute,
  Period,
  RelationRef,
  Rollup,
  RollupAttribute,
} from './nodes.ts';
export { EntityNode, OrderRule, Where } from './nodes.ts';
export { type ExactNumber, isWholeNumber, type Scalar } from './scalars.ts';

export const countModes = ['exact', 'estimate', 'none'] as const;
export type CountMode = (typeof countModes)[number];

/** A value, or a list for a parameter that takes many. */
export type ParameterValue = Scalar | readonly Scalar[];

/** A value that a query asks for each time it is run. */
export interface Parameter {
  readonly name: string;
  readonly type: ModeType;
  readonly label?: string | undefined;
  readonly required?: boolean | undefined;
  readonly default?: ParameterValue | undefined;
  readonly many?: boolean | undefined;
}

/** The first `n` rows of each group. */
export interface Top {
  readonly n: ExactNumber;
  readonly per?: readonly string[] | undefined;
  readonly order: readonly OrderRule[];
}

export interface GridRequest {
  readonly entities: readonly EntityNode[];
  readonly where?: Where | null | undefined;
  readonly order?: readonly OrderRule[] | undefined;
  readonly offset?: ExactNumber | undefined;
  readonly limit?: ExactNumber | undefined;
  readonly count?: CountMode | undefined;
  readonly group?: readonly string[] | undefined;
  readonly having?: Where | null | undefined;
  readonly top?: Top | undefined;
  readonly pivot?: string | undefined;
  readonly parameters?: readonly Parameter[] | undefined;
  readonly arguments?: Readonly<Record<string, ParameterValue>> | undefined;
  readonly timezone?: string | undefined;
  readonly after?: string | undefined;
}

const parameterValue: z.ZodType<ParameterValue> = z.union([scalar, z.array(scalar)]);

export const Parameter: z.ZodType<Parameter> = fields('a parameter', {
  name: z.string().min(1, 'a name that is not empty'),
  type: z.enum(modeTypes),
  label: z.string().optional().describe('What people call it'),
  required: z.boolean().optional().describe('Whether the query cannot be run without it; default: false'),
  default: parameterValue.optional(),
  many: z.boolean().optional().describe('Whether it takes a list of values, for IN and NOT_IN'),
}).meta({ id: 'Parameter' });

const Top: z.ZodType<Top> = fields('a top', {
  n: exactIntegerBetween(1, maxWindow),
  per: z.array(z.string()).optional().describe('The first n for each value of these'),
  order: z.array(OrderRule).min(1, 'at least one order rule'),
}).meta({ id: 'Top' });

export const GridRequest: z.ZodType<GridRequest> = fields('the query', {
  entities: z.array(EntityNode).min(1, 'at least one entity').describe('Root entities'),
  where: Where.nullish(),
  order: z.array(OrderRule).optional(),
  offset: wholeNumber.optional(),
  limit: wholeNumber.optional(),
  count: z.enum(countModes).optional().describe('How `size.total` is found; default: exact'),
  group: z.array(z.string()).optional().describe('Aliases to group by'),
  having: Where.nullish().describe('Conditions on groups: on their aliases and measures'),
  top: Top.optional().describe('Keeps the first rows or groups, of all or of each'),
  pivot: z.string().optional().describe('An alias of `group` whose values become columns'),
  parameters: z.array(Parameter).optional().describe('What `{param}` may name'),
  arguments: z.record(z.string(), parameterValue).optional().describe('The values of the parameters'),
  timezone: z.string().optional().describe('An IANA name; default: the zone of the service'),
  after: z.string().optional().describe('`next` of an answer to the same query: the page that follows it'),
}).meta({ id: 'GridRequest' });

export const WrappedGridRequest = fields('the body', { unigrid: GridRequest });

/** A request with or without its wrapper, for the OpenAPI description. */
export const GridBody = z.union([WrappedGridRequest, GridRequest]);

/** The answer to a query. Values keep all their digits, so parse numbers exactly if that matters. */
export const GridAnswer = z
  .object({
    cols: z.array(z.string()),
    data: z.array(z.array(z.unknown())),
    size: z.object({ offset: z.int(), total: z.int().nullable(), frame: z.int() }),
    summaries: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
    pivot: z
      .object({ values: z.array(z.unknown()), measures: z.array(z.string()) })
      .optional()
      .describe('What the columns after the other aliases of the group are: each value with each measure'),
    next: z.string().optional().describe('Send it as `after` for the next page'),
  })
  .meta({ id: 'GridAnswer' });
export type GridAnswer = z.infer<typeof GridAnswer>;

/** Only the summaries of a query: one value per column. */
export const SummaryAnswer = z
  .object({
    cols: z.array(z.string()).describe('<summary>_<alias>'),
    data: z.array(z.unknown()),
    size: z.object({ offset: z.int(), total: z.literal(1), frame: z.int().describe('Number of values') }),
  })
  .meta({ id: 'SummaryAnswer' });
export type SummaryAnswer = z.infer<typeof SummaryAnswer>;
