/** The tables of the demo, independent of the engine; ddl.ts turns them into CREATE statements. */

export type ColumnType =
  | 'integer'
  | 'string'
  | 'text'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'binary';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** The length of a string; precision and scale of a decimal. */
  readonly size?: readonly number[];
  readonly nullable?: boolean;
  /** An SQL literal that means the same in every engine. */
  readonly default?: string;
  /** The table whose single-column primary key this column references. */
  readonly references?: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  /** Columns with a unique constraint each. */
  readonly unique?: readonly string[];
  /** Columns with an index of their own; foreign keys have one anyway. */
  readonly indexed?: readonly string[];
}

type Options = Omit<Column, 'name' | 'type' | 'size'>;
const optional: Options = { nullable: true };

const integer = (name: string, options?: Options): Column => ({ name, type: 'integer', ...options });
const string = (name: string, length: number, options?: Options): Column => ({
  name,
  type: 'string',
  size: [length],
  ...options,
});
const decimal = (name: string, precision: number, scale: number): Column => ({
  name,
  type: 'decimal',
  size: [precision, scale],
});
const column = (name: string, type: ColumnType, options?: Options): Column => ({ name, type, ...options });

const address = (prefix: string): Column[] => [
  string(`${prefix}Address`, 70, optional),
  string(`${prefix}City`, 40, optional),
  string(`${prefix}State`, 40, optional),
  string(`${prefix}Country`, 40, optional),
  string(`${prefix}PostalCode`, 10, optional),
];

/** Parents come before their children, so that tables can be created and filled in this order. */
export const tables: readonly Table[] = [
  {
    name: 'Genre',
    columns: [integer('GenreId'), string('Name', 120), column('Icon', 'binary', optional)],
    primaryKey: ['GenreId'],
    unique: ['Name'],
  },
  {
    name: 'MediaType',
    columns: [integer('MediaTypeId'), string('Name', 120)],
    primaryKey: ['MediaTypeId'],
    unique: ['Name'],
  },
  {
    name: 'Artist',
    columns: [integer('ArtistId'), string('Name', 120), column('Biography', 'text', optional)],
    primaryKey: ['ArtistId'],
  },
  {
    name: 'Album',
    columns: [
      integer('AlbumId'),
      string('Title', 160),
      integer('ArtistId', { references: 'Artist' }),
      column('ReleaseDate', 'date'),
      column('Notes', 'text', optional),
    ],
    primaryKey: ['AlbumId'],
  },
  {
    name: 'Track',
    columns: [
      integer('TrackId'),
      string('Name', 200),
      integer('AlbumId', { nullable: true, references: 'Album' }),
      integer('MediaTypeId', { references: 'MediaType' }),
      integer('GenreId', { nullable: true, references: 'Genre' }),
      string('Composer', 220, optional),
      integer('Milliseconds'),
      integer('Bytes', optional),
      decimal('UnitPrice', 10, 2),
      column('Explicit', 'boolean', { default: 'FALSE' }),
    ],
    primaryKey: ['TrackId'],
  },
  {
    name: 'Collaboration',
    columns: [
      integer('CollaborationId'),
      integer('LeadArtistId', { references: 'Artist' }),
      integer('GuestArtistId', { references: 'Artist' }),
      string('Project', 160),
      column('StartedOn', 'date'),
      column('EndedOn', 'date', optional),
    ],
    primaryKey: ['CollaborationId'],
  },
  {
    name: 'Playlist',
    columns: [integer('PlaylistId'), string('Name', 120)],
    primaryKey: ['PlaylistId'],
  },
  {
    name: 'PlaylistTrack',
    columns: [integer('PlaylistId', { references: 'Playlist' }), integer('TrackId', { references: 'Track' })],
    primaryKey: ['PlaylistId', 'TrackId'],
  },
  {
    name: 'Employee',
    columns: [
      integer('EmployeeId'),
      string('LastName', 20),
      string('FirstName', 20),
      string('Title', 30, optional),
      integer('ReportsTo', { nullable: true, references: 'Employee' }),
      column('BirthDate', 'date', optional),
      column('HireDate', 'date', optional),
      ...address(''),
      string('Phone', 24, optional),
      string('Fax', 24, optional),
      string('Email', 60, optional),
    ],
    primaryKey: ['EmployeeId'],
  },
  {
    name: 'Customer',
    columns: [
      integer('CustomerId'),
      string('FirstName', 40),
      string('LastName', 20),
      string('Company', 80, optional),
      ...address(''),
      string('Phone', 24, optional),
      string('Fax', 24, optional),
      string('Email', 60),
      integer('SupportRepId', { nullable: true, references: 'Employee' }),
      column('Newsletter', 'boolean', optional),
    ],
    primaryKey: ['CustomerId'],
    unique: ['Email'],
  },
  {
    name: 'Invoice',
    columns: [
      integer('InvoiceId'),
      integer('CustomerId', { references: 'Customer' }),
      column('InvoiceDate', 'datetime'),
      ...address('Billing'),
      decimal('Total', 10, 2),
    ],
    primaryKey: ['InvoiceId'],
    indexed: ['InvoiceDate'],
  },
  {
    name: 'InvoiceLine',
    columns: [
      integer('InvoiceLineId'),
      integer('InvoiceId', { references: 'Invoice' }),
      integer('TrackId', { references: 'Track' }),
      decimal('UnitPrice', 10, 2),
      integer('Quantity', { default: '1' }),
    ],
    primaryKey: ['InvoiceLineId'],
  },
  {
    name: 'ExchangeRate',
    columns: [string('Currency', 3), column('Day', 'date'), decimal('Rate', 14, 6)],
    primaryKey: ['Currency', 'Day'],
  },
];
