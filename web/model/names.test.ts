import { describe, expect, test } from 'vitest';
import { distinctLabels, humanize, withoutKeySuffix } from './names.ts';

describe('readable names', () => {
  test.each([
    ['InvoiceLine', 'Invoice Line'],
    ['media_type', 'Media Type'],
    ['ORDER_ITEMS', 'Order Items'],
    ['HTTPServer', 'HTTP Server'],
    ['customer_id', 'Customer ID'],
    ['url', 'URL'],
    ['Album', 'Album'],
  ])('%s becomes %s', (name, label) => expect(humanize(name)).toBe(label));

  test.each(['Größe', 'a b', 'schema.table', '"; drop', '__', '日本'])('%s stays unchanged', (name) =>
    expect(humanize(name)).toBe(name),
  );

  test('a foreign key is named after its target', () => {
    expect(withoutKeySuffix('SupportRepId')).toBe('Support Rep');
    expect(withoutKeySuffix('artist_id')).toBe('Artist');
    expect(withoutKeySuffix('id')).toBe('ID');
    expect(withoutKeySuffix('ReportsTo')).toBe('Reports To');
  });

  test('two names that would read the same keep their original form', () => {
    const labels = distinctLabels(['order_item', 'OrderItem', 'Album']);
    expect(labels.get('order_item')).toBe('order_item');
    expect(labels.get('OrderItem')).toBe('OrderItem');
    expect(labels.get('Album')).toBe('Album');
  });
});
