/** Generated requests: fast-check draws a plan of numbers, which any data set turns into a valid request. */
import fc from 'fast-check';
import type { Draw } from './draw.ts';

export interface AttributePlan {
  readonly column: number;
  readonly selected: boolean;
  /** One bit per summary. */
  readonly summaries: number;
  readonly bucket: number;
}

export interface NodePlan {
  readonly attributes: readonly AttributePlan[];
  readonly children: readonly ChildPlan[];
}

export interface ChildPlan {
  readonly relation: number;
  /** Its position among the attributes. */
  readonly place: number;
  readonly node: NodePlan;
}

export interface FuncPlan {
  readonly kind: 'func';
  readonly attribute: number;
  readonly name: number;
  readonly draws: readonly Draw[];
  /** The form of the arguments: mostly a literal after the column. */
  readonly form: number;
}

export interface CondPlan {
  readonly kind: 'cond';
  readonly combinator: number;
  readonly entries: readonly WherePlan[];
}

export interface ExistsPlan {
  readonly kind: 'exists';
  readonly negated: boolean;
  readonly of: number;
  readonly child: ChildPlan;
  readonly where: WherePlan | null;
}

export type WherePlan = FuncPlan | CondPlan | ExistsPlan;

export interface OrderPlan {
  readonly attribute: number;
  readonly direction: number;
  readonly nulls: number;
}

export interface RequestPlan {
  readonly roots: readonly { readonly table: number; readonly node: NodePlan }[];
  readonly where: WherePlan | null;
  readonly order: readonly OrderPlan[];
  readonly offset: number;
  readonly limit: number | null;
  readonly group: readonly number[] | null;
  readonly count: number;
  /** The style of aliases. */
  readonly naming: number;
}

/** The same request with other values in its conditions, and for another page. */
export function withOtherValues(plan: RequestPlan, step: number): RequestPlan {
  const other = (value: Draw): Draw => ({ ...value, index: value.index + step, shape: value.shape + step });
  const change = (where: WherePlan): WherePlan => {
    switch (where.kind) {
      case 'func':
        return { ...where, draws: where.draws.map(other) };
      case 'cond':
        return { ...where, entries: where.entries.map(change) };
      case 'exists':
        return { ...where, where: where.where && change(where.where) };
    }
  };
  return { ...plan, where: plan.where && change(plan.where), offset: plan.offset + step };
}

const choice = fc.nat({ max: 9999 });

const draw: fc.Arbitrary<Draw> = fc.record({ index: choice, shape: choice, from: choice, to: choice });

const attribute: fc.Arbitrary<AttributePlan> = fc.record({
  column: choice,
  selected: fc.oneof(
    { weight: 4, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  summaries: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 63 }) },
  ),
  bucket: choice,
});

function nodePlan(depth: number): fc.Arbitrary<NodePlan> {
  return fc.record({
    attributes: fc.array(attribute, { minLength: 1, maxLength: 4 }),
    children: depth === 0 ? fc.constant([]) : fc.array(childPlan(depth - 1), { maxLength: 2 }),
  });
}

function childPlan(depth: number): fc.Arbitrary<ChildPlan> {
  return fc.record({ relation: choice, place: choice, node: nodePlan(depth) });
}

const func: fc.Arbitrary<FuncPlan> = fc.record({
  kind: fc.constant('func'),
  attribute: choice,
  name: choice,
  draws: fc.array(draw, { minLength: 2, maxLength: 4 }),
  form: choice,
});

function wherePlan(depth: number): fc.Arbitrary<WherePlan> {
  if (depth === 0) return func;
  const inner = wherePlan(depth - 1);
  const cond: fc.Arbitrary<CondPlan> = fc.record({
    kind: fc.constant('cond'),
    combinator: choice,
    entries: fc.array(inner, { maxLength: 3 }),
  });
  const exists: fc.Arbitrary<ExistsPlan> = fc.record({
    kind: fc.constant('exists'),
    negated: fc.boolean(),
    of: choice,
    child: childPlan(1),
    where: fc.option(inner),
  });
  return fc.oneof(
    { weight: 5, arbitrary: func },
    { weight: 4, arbitrary: cond },
    { weight: 2, arbitrary: exists },
  );
}

const mostly = <T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

export const requestPlan: fc.Arbitrary<RequestPlan> = fc.record({
  roots: fc.oneof(
    { weight: 7, arbitrary: fc.tuple(fc.record({ table: choice, node: nodePlan(3) })) },
    {
      weight: 1,
      arbitrary: fc.array(fc.record({ table: choice, node: nodePlan(1) }), { minLength: 2, maxLength: 2 }),
    },
  ),
  where: fc.option(wherePlan(3), { freq: 4 }),
  order: fc.array(fc.record({ attribute: choice, direction: choice, nulls: choice }), { maxLength: 3 }),
  offset: mostly(0, fc.nat({ max: 30 })),
  limit: mostly<number | null>(null, fc.nat({ max: 40 })),
  group: mostly<readonly number[] | null>(null, fc.array(choice, { minLength: 1, maxLength: 3 })),
  count: choice,
  naming: choice,
});
