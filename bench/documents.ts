// The benchmark's query documents, as the page sends them: one template each, with placeholders for values.

export const queryPath = '/api/database/uni-grid-request';

const attribute = (id: string, alias = id, selected = true) => ({ id, alias, selected });
const ownColumns = ['id', 'ordered_at', 'due_on', 'status', 'total', 'discount', 'paid', 'note'].map((id) =>
  attribute(id),
);
const related = (id: string, parent: string, attributes: readonly unknown[]) => ({
  entity: { id, relation: { attr_parent: parent }, attributes },
});
const customers = related('customers', 'customer_id', [attribute('name', 'customer'), attribute('city')]);
const employees = related('employees', 'employee_id', [attribute('name', 'employee')]);
const unselected = ['employee_id', 'shop_id'].map((id) => attribute(id, id, false));

const func = (name: string, alias: string, value: unknown) => ({
  func: { name, args: [{ alias }, { value }] },
});

interface Page {
  readonly entity?: string;
  readonly attributes?: readonly unknown[];
  readonly where?: unknown;
  readonly offset?: unknown;
}

function page({
  entity = 'orders',
  attributes = [...ownColumns, customers, employees],
  where,
  offset = 0,
}: Page): string {
  return JSON.stringify({
    unigrid: {
      entities: [{ id: entity, alias: 'o', relation: null, attributes: [...attributes, ...unselected] }],
      where,
      order: [{ alias: 'ordered_at', asc: false }],
      offset,
      limit: 100,
    },
  });
}

/**
 * Splits a document at its placeholders, because building it anew for each request would take processor time from the
 * server.
 */
function template<Name extends string>(make: (place: (name: Name) => string) => string) {
  const parts = make((name) => `\u0001${name}\u0001`).split(/"\\u0001(\w+)\\u0001"/);
  return (values: Readonly<Record<Name, unknown>>): string =>
    // Every other part is the name of a placeholder.
    parts.map((part, i) => (i % 2 === 0 ? part : JSON.stringify(values[part as Name]))).join('');
}

export const employeeOrders = template<'employee' | 'offset'>((place) =>
  page({ where: func('EQ', 'employee_id', place('employee')), offset: place('offset') }),
);

/** The same without a condition, which the policy adds. */
export const ofCurrentUser = template<'offset'>((place) => page({ offset: place('offset') }));

export const shopOrders = template<'shop' | 'total'>((place) =>
  page({
    where: {
      cond: {
        with: 'AND',
        entries: [func('EQ', 'shop_id', place('shop')), func('GTE', 'total', place('total'))],
      },
    },
  }),
);

/** The same page of a view, which has no relations. */
export const bookOrders = template<'employee' | 'offset'>((place) =>
  page({
    entity: 'order_book',
    attributes: ownColumns,
    where: func('EQ', 'employee_id', place('employee')),
    offset: place('offset'),
  }),
);

const search = template<'pattern'>((place) => page({ where: func('ILIKE', 'city', place('pattern')) }));
export const cityOrders = (text: string) => search({ pattern: `%${text}%` });

const hidden = (id: string, summaries: readonly string[] = []) => ({
  ...attribute(id, id, false),
  ...(summaries.length === 0 ? {} : { summaries }),
});
const query = (unigrid: object) => JSON.stringify({ unigrid });

/** A measure of related rows, in a page of a hundred. */
export const spenders = template<'from' | 'total'>((place) =>
  query({
    entities: [
      {
        id: 'customers',
        relation: null,
        attributes: [
          attribute('id'),
          attribute('name'),
          {
            alias: 'spent',
            rollup: {
              entity: {
                id: 'orders',
                relation: { attr_parent: 'id' },
                attributes: [hidden('total')],
              },
              summary: 'sum',
              of: 'total',
              where: func('GTE', 'total', place('total')),
            },
          },
        ],
      },
    ],
    where: func('GTE', 'id', place('from')),
    order: [{ alias: 'id' }],
    limit: 100,
  }),
);

/** A computed field, summed over all order lines. */
export const revenue = template<'total'>((place) =>
  query({
    entities: [
      {
        id: 'order_lines',
        relation: null,
        attributes: [
          hidden('quantity'),
          hidden('unit_price'),
          {
            alias: 'revenue',
            expr: { fn: 'MUL', args: [{ alias: 'unit_price' }, { alias: 'quantity' }] },
            selected: false,
            summaries: ['sum', 'count'],
          },
        ],
      },
    ],
    where: func('GTE', 'unit_price', place('total')),
    group: ['quantity'],
  }),
);

/** Sums by shop, with a column for each order state. */
export const pivoted = template<'total'>((place) =>
  query({
    entities: [
      {
        id: 'orders',
        relation: null,
        attributes: [hidden('shop_id'), hidden('status'), hidden('total', ['sum'])],
      },
    ],
    where: func('GTE', 'total', place('total')),
    group: ['shop_id', 'status'],
    pivot: 'status',
  }),
);

/** The three largest orders of each state in a shop. */
export const best = template<'shop' | 'total'>((place) =>
  query({
    entities: [
      {
        id: 'orders',
        relation: null,
        attributes: [attribute('id'), attribute('status'), attribute('total'), hidden('shop_id')],
      },
    ],
    where: {
      cond: {
        with: 'AND',
        entries: [func('EQ', 'shop_id', place('shop')), func('GTE', 'total', place('total'))],
      },
    },
    top: { n: 3, per: ['status'], order: [{ alias: 'total', asc: false }] },
    order: [{ alias: 'status' }, { alias: 'total', asc: false }],
  }),
);

/** All order lines with three joined tables, or only those of some orders. */
export function orderLines(part: { readonly from: number; readonly to: number } | null): string {
  const where = part && {
    func: { name: 'BETWEEN_INC', args: [{ alias: 'order_id' }, { value: part.from }, { value: part.to }] },
  };
  const buyer = related('customers', 'customer_id', [attribute('name', 'customer')]);
  const attributes = [
    ...['order_id', 'line_no', 'quantity', 'unit_price', 'remark'].map((id) => attribute(id)),
    related('products', 'product_id', [attribute('name', 'product')]),
    related('orders', 'order_id', [attribute('ordered_at'), buyer]),
  ];
  return JSON.stringify({ entities: [{ id: 'order_lines', relation: null, attributes }], where });
}

/** A cross join without usable indexes, which practically never ends. */
export const endless = JSON.stringify({
  entities: ['customers', 'products'].map((id) => ({
    id,
    relation: null,
    attributes: [attribute('name', `${id}_name`)],
  })),
  where: { func: { name: 'NOT_EQ', args: [{ alias: 'customers_name' }, { alias: 'products_name' }] } },
  limit: 0,
});
export const endlessSql = 'select count(*) from customers c join products p on c.name <> p.name';

/** A page of the largest table, for paging by cursor. */
export function linesPage(from: { readonly after: string } | { readonly offset: number }): string {
  const attributes = ['order_id', 'line_no', 'quantity'].map((id) => attribute(id));
  return JSON.stringify({
    entities: [{ id: 'order_lines', relation: null, attributes }],
    limit: 100,
    count: 'none',
    ...from,
  });
}
