// The hand-written export: its statement, its lines, and sending them with back-pressure.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { ExportPart } from './driver.ts';

export const exportColumns = [
  'order_id',
  'line_no',
  'quantity',
  'unit_price',
  'remark',
  'product',
  'ordered_at',
  'customer',
];

/** The statement; `shown` may replace columns by expressions. */
export function exportSql(part: ExportPart | null, shown: Readonly<Record<string, string>> = {}): string {
  const columns = {
    order_id: 'l.order_id',
    line_no: 'l.line_no',
    quantity: 'l.quantity',
    unit_price: 'l.unit_price',
    remark: 'l.remark',
    product: 'p.name',
    ordered_at: 'o.ordered_at',
    customer: 'c.name',
    ...shown,
  };
  const list = Object.entries(columns).map(([name, value]) => `${value} as ${name}`);
  return `select ${list.join(', ')} ${exportFrom(part)}`;
}

export function exportFrom(part: ExportPart | null): string {
  const where = part === null ? '' : ` where l.order_id between ${part.from} and ${part.to}`;
  return (
    'from order_lines l left join products p on p.id = l.product_id left join orders o on o.id = l.order_id' +
    ` left join customers c on c.id = o.customer_id${where} order by l.order_id, l.line_no`
  );
}

function cell(value: unknown): string {
  if (value === null) return '';
  const text = String(value);
  if (text === '') return '""';
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(values: readonly unknown[]): string {
  let line = cell(values[0]);
  for (let i = 1; i < values.length; i++) line += `,${cell(values[i])}`;
  return line;
}

const chunkSize = 64 * 1024;

/** Sends a header and lines in chunks, waiting whenever the client does not keep up. */
export async function sendLines(
  response: ServerResponse,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  response.setHeader('content-type', 'text/csv; charset=utf-8');
  let chunk = `${exportColumns.join(',')}\r\n`;
  for await (const line of lines) {
    chunk += `${line}\r\n`;
    if (chunk.length < chunkSize) continue;
    if (!response.write(chunk)) await once(response, 'drain');
    chunk = '';
  }
  response.end(chunk);
}
