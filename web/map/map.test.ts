import { describe, expect, test } from 'vitest';
import { buildModel, type CatalogEntity, type Model } from '../model/model.ts';
import { shop, step } from '../model/shop.fixture.ts';
import { emptyDocument } from '../query/document.ts';
import { addField, addRoot } from '../query/edits.ts';
import { rollupsOf } from '../query/groups/rollups.ts';
import { extendQuery, extensionKindsOf, extensionsTo, placesOf } from './extensions.ts';
import { graphAround, isLarge, MAX_WHOLE, mostConnected, wholeGraph } from './graph.ts';
import { NODE_WIDTH, nodeHeight, placeEntities } from './placement.ts';

const tracks = addRoot(emptyDocument, shop, 'Track');

/** All tables reference table 0; in a chain each one also references the previous one. */
function around(size: number, chained: boolean): Model {
  const table = (i: number): CatalogEntity => ({
    kind: 'table',
    columns: ['id', 'before', 'hub'].map((name) => ({
      name,
      type: 'integer',
      nativeType: 'INTEGER',
      nullable: name !== 'id',
      default: null,
      generated: false,
      comment: null,
    })),
    key: ['id'],
    foreignKeys:
      i === 0
        ? []
        : [
            ...(chained ? [{ columns: ['before'], entity: `t${i - 1}`, entityColumns: ['id'] }] : []),
            { columns: ['hub'], entity: 't0', entityColumns: ['id'] },
          ],
    rowEstimate: null,
    comment: null,
  });
  return buildModel({
    engine: { name: 'sqlite', title: 'Test' },
    entities: Object.fromEntries(Array.from({ length: size }, (_, i) => [`t${i}`, table(i)])),
  });
}

const large = (size: number) => around(size, true);

describe('the graph of entities', () => {
  test('contains all of a small schema, with each foreign key once', () => {
    const graph = wholeGraph(shop);
    expect(graph.entities).toHaveLength(shop.entities.size);
    expect(graph.edges).toHaveLength(9);
  });
  test('reaches as far as requested around an entity', () => {
    const names = (hops: number) => graphAround(shop, ['Genre'], hops).entities.map(({ name }) => name);
    expect(names(1)).toEqual(['Genre', 'Track']);
    expect(names(2)).toEqual(['Album', 'Genre', 'InvoiceLine', 'Track']);
  });
  test('is never complete for 2,000 entities', () => {
    const model = large(2000);
    expect(isLarge(model)).toBe(true);
    expect(mostConnected(model)).toBe('t0');
    const graph = graphAround(model, ['t0'], 2);
    expect(graph.entities).toHaveLength(MAX_WHOLE);
    expect(graph.omitted).toBeGreaterThan(1900);
  });
  test('is empty around an unknown entity', () =>
    expect(graphAround(shop, ['gone'], 2)).toEqual({ entities: [], edges: [], omitted: 0 }));
});

describe('the layout', () => {
  test('is the same whatever the order of the catalog', () => {
    const turned: Model = { ...shop, entities: new Map([...shop.entities].reverse()) };
    expect([...placeEntities(wholeGraph(turned))]).toEqual([...placeEntities(wholeGraph(shop))]);
  });
  test('does not let entities overlap', () => {
    const wide = graphAround(large(200), ['t0'], 1);
    for (const [graph, compact] of [
      [wholeGraph(shop), false],
      [wide, false],
      [wide, true],
    ] as const) {
      const spots = placeEntities(graph, compact);
      const boxes = graph.entities.map((entity) => {
        const { x, y } = spots.get(entity.name) ?? { x: Number.NaN, y: Number.NaN };
        return { x, y, right: x + NODE_WIDTH, bottom: y + nodeHeight(entity, compact) };
      });
      boxes.forEach((a, i) => {
        for (const b of boxes.slice(i + 1)) {
          expect(a.right <= b.x || b.right <= a.x || a.bottom <= b.y || b.bottom <= a.y).toBe(true);
        }
      });
    }
  });
  test('arranges many entities around one as a block, not a line', () => {
    const spots = [...placeEntities(wholeGraph(around(50, false)), true).values()];
    const extent = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
    const [width, height] = [extent(spots.map(({ x }) => x)), extent(spots.map(({ y }) => y))];
    expect(width / height).toBeGreaterThan(1);
    expect(width / height).toBeLessThan(4);
  });
  test('places parents to the left of their children', () => {
    const spots = placeEntities(wholeGraph(shop));
    const x = (name: string) => spots.get(name)?.x ?? Number.NaN;
    expect(x('Artist')).toBeLessThan(x('Album'));
    expect(x('Album')).toBeLessThan(x('Track'));
  });
  test('places parents above their children on a tall screen', () => {
    const spots = placeEntities(wholeGraph(shop), true, true);
    const y = (name: string) => spots.get(name)?.y ?? Number.NaN;
    expect(y('Artist')).toBeLessThan(y('Album'));
    expect(y('Album')).toBeLessThan(y('Track'));
  });
});

describe('adding a neighbour to the query', () => {
  test('is possible by every relation that is not yet in the query', () =>
    expect(extensionsTo(tracks, shop, 'Album').map(({ words }) => words)).toEqual([['Track', 'Album']]));

  test('is not possible where the query already leads', () => {
    const [way] = extensionsTo(tracks, shop, 'Album');
    const next = way ? extendQuery(tracks, shop, way, 'fields') : tracks;
    expect(placesOf(next, shop).map(({ entity }) => entity.name)).toEqual(['Track', 'Album']);
    expect(extensionsTo(next, shop, 'Album')).toEqual([]);
    expect(extensionsTo(next, shop, 'Artist').map(({ words }) => words)).toEqual([
      ['Track', 'Album', 'Artist'],
    ]);
  });

  test('distinguishes two relations to the same entity', () => {
    const invoices = addRoot(emptyDocument, shop, 'Invoice');
    expect(extensionsTo(invoices, shop, 'Customer').map(({ relation }) => relation.label)).toEqual([
      'Buyer',
      'Gifted To',
    ]);
  });

  test('adds the name of its record', () => {
    const [way] = extensionsTo(tracks, shop, 'Genre');
    const path = { root: 'Track', steps: [step('Track', 'Genre')], attribute: 'Name' };
    expect(way && extendQuery(tracks, shop, way, 'fields')).toEqual(addField(tracks, shop, path));
  });

  test('offers a count, a list or a row for each of many records', () => {
    const [way] = extensionsTo(tracks, shop, 'InvoiceLine');
    expect(way && extensionKindsOf(way.relation)).toEqual(['count', 'list', 'fields']);
    const counted = way && extendQuery(tracks, shop, way, 'count');
    expect(counted && rollupsOf(counted, shop).map(({ attribute }) => attribute.alias)).toEqual([
      'Count of Invoice Line',
    ]);
    expect(counted && extensionsTo(counted, shop, 'InvoiceLine')).toEqual([]);
    expect(way && extendQuery(tracks, shop, way, 'list').view.lists).toHaveLength(1);
  });

  test('is not possible in an empty query', () =>
    expect(extensionsTo(emptyDocument, shop, 'Album')).toEqual([]));
});
