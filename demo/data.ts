/**
 * The demo's rows as plain data, for any engine. Decimals are text with all their digits, dates are `YYYY-MM-DD`,
 * datetimes `YYYY-MM-DD HH:MM:SS`; booleans, whole numbers, bytes and nulls are themselves.
 */
import {
  albumRows,
  artistRows,
  collaborationRows,
  genreRows,
  makeAlbums,
  makeArtists,
  makeTracks,
  mediaTypeRows,
  trackRows,
} from './catalogue.ts';
import { customerRows, employeeRows, makeCustomers } from './people.ts';
import { playlistRows, playlistTrackRows } from './playlists.ts';
import { exchangeRateRows } from './rates.ts';
import { invoiceLineRows, invoiceRows, makeInvoices } from './sales.ts';
import { tables } from './schema.ts';

export type Value = string | number | boolean | Uint8Array | null;

export interface TableData {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

/**
 * All tables with their rows, parents before children, so that they can be loaded in this order with foreign keys
 * enforced.
 */
export function demoData(): TableData[] {
  const artists = makeArtists();
  const albums = makeAlbums(artists);
  const tracks = makeTracks(albums);
  const customers = makeCustomers();
  const invoices = makeInvoices(customers, tracks);
  const rowsOf: Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>> = {
    Genre: genreRows(),
    MediaType: mediaTypeRows(),
    Artist: artistRows(artists),
    Album: albumRows(albums),
    Track: trackRows(tracks),
    Collaboration: collaborationRows(artists),
    Playlist: playlistRows(),
    PlaylistTrack: playlistTrackRows(tracks),
    Employee: employeeRows(),
    Customer: customerRows(customers),
    Invoice: invoiceRows(invoices),
    InvoiceLine: invoiceLineRows(invoices),
    ExchangeRate: exchangeRateRows(),
  };
  return tables.map(({ name, columns }) => {
    const names = columns.map((column) => column.name);
    const rows = (rowsOf[name] ?? []).map((row) => names.map((column) => fieldOf(row, column, name)));
    return { name, columns: names, rows };
  });
}

function fieldOf(row: Readonly<Record<string, Value>>, column: string, table: string): Value {
  const value = row[column];
  if (value === undefined) throw new Error(`a row of ${table} has no ${column}`);
  return value;
}
