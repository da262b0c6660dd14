// A small music shop for unit tests: chains, a self reference, two keys to one parent, an unconnected table.
import type { ModeType } from '../../src/contract/mode.ts';
import { buildModel, type CatalogEntity } from './model.ts';

type Columns = Readonly<Record<string, ModeType>>;
type Keys = ReadonlyArray<readonly [column: string, entity: string, entityColumn: string]>;

export function table(columns: Columns, key: readonly string[], keys: Keys = []): CatalogEntity {
  return {
    kind: 'table',
    columns: Object.entries(columns).map(([name, type]) => ({
      name,
      type,
      nativeType: type.toUpperCase(),
      nullable: !key.includes(name),
      default: null,
      generated: false,
      comment: null,
    })),
    key: [...key],
    foreignKeys: keys.map(([column, entity, entityColumn]) => ({
      columns: [column],
      entity,
      entityColumns: [entityColumn],
    })),
    rowEstimate: null,
    comment: null,
  };
}

export const shop = buildModel({
  engine: { name: 'sqlite', title: 'Test' },
  entities: {
    Artist: table({ ArtistId: 'integer', Name: 'string' }, ['ArtistId']),
    Album: table(
      { AlbumId: 'integer', Title: 'string', ArtistId: 'integer' },
      ['AlbumId'],
      [['ArtistId', 'Artist', 'ArtistId']],
    ),
    Genre: table({ GenreId: 'integer', Name: 'string' }, ['GenreId']),
    Track: table(
      { TrackId: 'integer', Name: 'string', AlbumId: 'integer', GenreId: 'integer', UnitPrice: 'numeric' },
      ['TrackId'],
      [
        ['AlbumId', 'Album', 'AlbumId'],
        ['GenreId', 'Genre', 'GenreId'],
      ],
    ),
    Customer: table(
      { CustomerId: 'integer', FirstName: 'string', LastName: 'string', SupportRepId: 'integer' },
      ['CustomerId'],
      [['SupportRepId', 'Employee', 'EmployeeId']],
    ),
    Employee: table(
      {
        EmployeeId: 'integer',
        LastName: 'string',
        FirstName: 'string',
        ReportsTo: 'integer',
        BirthDate: 'date',
        HireDate: 'date',
      },
      ['EmployeeId'],
      [['ReportsTo', 'Employee', 'EmployeeId']],
    ),
    Invoice: table(
      {
        InvoiceId: 'integer',
        BuyerId: 'integer',
        GiftedToId: 'integer',
        InvoiceDate: 'datetime',
        Total: 'numeric',
      },
      ['InvoiceId'],
      [
        ['BuyerId', 'Customer', 'CustomerId'],
        ['GiftedToId', 'Customer', 'CustomerId'],
      ],
    ),
    InvoiceLine: table(
      { InvoiceLineId: 'integer', InvoiceId: 'integer', TrackId: 'integer', Quantity: 'integer' },
      ['InvoiceLineId'],
      [
        ['InvoiceId', 'Invoice', 'InvoiceId'],
        ['TrackId', 'Track', 'TrackId'],
      ],
    ),
    Weather: table({ Day: 'date', Rain: 'numeric' }, ['Day']),
  },
});

/** The step from one entity along the relation with this label. */
export function step(entity: string, label: string): { own: string; entity: string; other: string } {
  const relation = shop.entities.get(entity)?.relations.find((one) => one.label === label);
  if (!relation) throw new Error(`${entity} has no relation ${label}`);
  return { own: relation.own[0] ?? '', entity: relation.entity, other: relation.other[0] ?? '' };
}
