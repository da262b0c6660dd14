// The shapes of the floor's answers, shared by both contenders.
import type { Row } from './driver.ts';

export const pageSize = 100;

export const orderColumns = [
  ...['id', 'customer_id', 'employee_id', 'shop_id', 'ordered_at', 'due_on', 'status'],
  ...['total', 'discount', 'paid', 'weight', 'note'],
];

export const gridColumns = [
  ...['id', 'ordered_at', 'due_on', 'status', 'total', 'discount', 'paid', 'note'],
  ...['customer', 'city', 'employee'],
];

export function recordOf(base: string, row: Row): Row {
  const links: Record<string, string> = {
    "ForeignKey('customers.id')": `${base}/tables/customers/recs/[${row.customer_id}]`,
  };
  if (row.employee_id !== null) {
    links["ForeignKey('employees.id')"] = `${base}/tables/employees/recs/[${row.employee_id}]`;
  }
  links["ForeignKey('shops.id')"] = `${base}/tables/shops/recs/[${row.shop_id}]`;
  return { ...row, __url__: `${base}/tables/orders/recs/[${row.id}]`, __links__: links };
}
