/** Five years of invoices: a growing shop with a Christmas peak, a summer dip, favourites and regulars. */
import { dateTimeText, dayOf, dayOfMonth, monthOf, weekdayOf } from './calendar.ts';
import type { Track } from './catalogue.ts';
import { decimalText } from './money.ts';
import type { Customer } from './people.ts';
import { at, createLottery, createRandom, type Lottery, type Random } from './random.ts';
import type { Culture } from './words/people.ts';

interface Line {
  readonly track: Track;
  readonly cents: number;
  readonly quantity: number;
}

export interface Invoice {
  readonly id: number;
  readonly customer: Customer;
  readonly day: number;
  readonly second: number;
  readonly lines: readonly Line[];
}

const FIRST_DAY = dayOf(2021, 1, 1);
const LAST_DAY = dayOf(2025, 12, 31);
const INVOICES = 20_000;

const growthByQuarter = [
  40, 43, 46, 50, 55, 61, 66, 71, 73, 72, 74, 83, 93, 101, 107, 114, 123, 131, 138, 146, 152,
];
const seasonByMonth = [90, 87, 95, 98, 96, 86, 72, 70, 94, 104, 124, 178];
const weekdays = [112, 90, 88, 92, 98, 110, 122];
const hours = [8, 4, 2, 1, 1, 2, 5, 12, 18, 22, 25, 28, 34, 30, 26, 27, 30, 38, 50, 64, 70, 58, 36, 18];
const basketSizes = [35, 25, 15, 9, 6, 4, 2.5, 1.5, 1, 0.6, 0.4];

/** The favourite genres of each culture; unlisted cultures have no common taste. */
const tastes: Readonly<Partial<Record<Culture, readonly string[]>>> = {
  portuguese: ['Bossa Nova', 'Latin'],
  spanish: ['Latin'],
  french: ['Chanson'],
  chinese: ['Mandopop'],
  japanese: ['Jazz', 'Electronica/Dance'],
  nordic: ['Nordic Folk', 'Metal'],
  finnish: ['Metal'],
  german: ['Electronica/Dance', 'Classical'],
  italian: ['Opera', 'Pop'],
};

interface Shelf {
  readonly all: Lottery<Track>;
  readonly byGenre: ReadonlyMap<string, Lottery<Track>>;
  readonly byAlbum: ReadonlyMap<number, readonly Track[]>;
}

export function makeInvoices(customers: readonly Customer[], tracks: readonly Track[]): Invoice[] {
  const random = createRandom('sales');
  const shelf = arrange(tracks);
  const favourites = new Map(
    customers.map((customer) => [customer, favouriteGenre(random, customer, shelf)]),
  );
  const bySeniority = customers.toSorted((a, b) => a.since - b.since || a.id - b.id);
  const buyers = createLottery(bySeniority, (customer) => customer.demand);
  const hourOfDay = createLottery(
    hours.map((_, hour) => hour),
    (hour) => at(hours, hour),
  );

  const invoices: Invoice[] = [];
  let known = 0;
  for (const { day, count } of invoicesPerDay(random)) {
    while (known < bySeniority.length && at(bySeniority, known).since <= day) known++;
    const seconds = Array.from(
      { length: count },
      () => hourOfDay.draw(random) * 3600 + random.between(0, 3599),
    ).sort((a, b) => a - b);
    for (const second of seconds) {
      const customer = buyers.draw(random, known);
      const lines = fillBasket(random, shelf, day, favourites.get(customer));
      invoices.push({ id: invoices.length + 1, customer, day, second, lines });
    }
  }
  return invoices;
}

/** Spreads the invoices over the days by growth, season and weekday, with some noise. */
function invoicesPerDay(random: Random): { day: number; count: number }[] {
  const days = Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, index) => {
    const day = FIRST_DAY + index;
    const quarters = index / 91.3125;
    const quarter = Math.floor(quarters);
    const [from, to] = [at(growthByQuarter, quarter), at(growthByQuarter, quarter + 1)];
    const growth = from + (to - from) * (quarters - quarter);
    const season = at(seasonByMonth, monthOf(day) - 1) * (isChristmas(day) ? 0.35 : 1);
    const noise = 0.7 + 0.6 * random.next();
    return { day, weight: growth * season * at(weekdays, weekdayOf(day)) * noise };
  });
  const sum = days.reduce((total, { weight }) => total + weight, 0);
  let reached = 0;
  let invoiced = 0;
  return days.map(({ day, weight }) => {
    reached += weight;
    const due = Math.round((INVOICES * reached) / sum);
    const count = due - invoiced;
    invoiced = due;
    return { day, count };
  });
}

function arrange(tracks: readonly Track[]): Shelf {
  const byGenre = Map.groupBy(tracks, (track) => track.album.artist.genre.name);
  return {
    all: createLottery(tracks, (track) => track.demand),
    byGenre: new Map(
      [...byGenre].map(([name, some]) => [name, createLottery(some, (track) => track.demand)]),
    ),
    byAlbum: Map.groupBy(tracks, (track) => track.album.id),
  };
}

function favouriteGenre(random: Random, customer: Customer, shelf: Shelf): Lottery<Track> | undefined {
  const common = tastes[customer.culture];
  const genre =
    common !== undefined && random.chance(0.6)
      ? random.pick(common)
      : shelf.all.draw(random).album.artist.genre.name;
  return shelf.byGenre.get(genre);
}

const baskets = createLottery(
  basketSizes.map((_, index) => index + 1),
  (size) => at(basketSizes, size - 1),
);

function fillBasket(
  random: Random,
  shelf: Shelf,
  day: number,
  favourite: Lottery<Track> | undefined,
): Line[] {
  const chosen = new Set<Track>();
  const choose = () => {
    const from = favourite !== undefined && random.chance(0.45) ? favourite : shelf.all;
    const track = from.draw(random);
    const age = day - track.album.releaseDay;
    // Nothing sells before its release, and new releases sell best.
    return age >= 0 && (age < 120 || random.chance(0.6)) ? track : undefined;
  };

  if (random.chance(0.03)) {
    const track = choose();
    for (const song of shelf.byAlbum.get(track?.album.id ?? 0) ?? []) chosen.add(song);
  }
  const size = Math.max(chosen.size, baskets.draw(random));
  while (chosen.size < size) {
    const track = choose();
    if (track !== undefined) chosen.add(track);
  }
  return [...chosen].map((track) => ({
    track,
    cents: isSale(day) ? Math.floor((track.cents * 4) / 5) : track.cents,
    quantity: random.chance(0.03) ? random.between(2, 4) : 1,
  }));
}

function isChristmas(day: number): boolean {
  return monthOf(day) === 12 && dayOfMonth(day) >= 25 && dayOfMonth(day) <= 26;
}

/** A fifth off in the last week of November. */
function isSale(day: number): boolean {
  return monthOf(day) === 11 && dayOfMonth(day) >= 24;
}

export const invoiceRows = (invoices: readonly Invoice[]) =>
  invoices.map(({ id, customer, day, second, lines }) => ({
    InvoiceId: id,
    CustomerId: customer.id,
    InvoiceDate: dateTimeText(day, second),
    BillingAddress: customer.address.street,
    BillingCity: customer.address.city,
    BillingState: customer.address.state,
    BillingCountry: customer.address.country,
    BillingPostalCode: customer.address.postalCode,
    Total: decimalText(
      lines.reduce((total, line) => total + line.cents * line.quantity, 0),
      2,
    ),
  }));

export const invoiceLineRows = (invoices: readonly Invoice[]) =>
  invoices
    .flatMap((invoice) => invoice.lines.map((line) => ({ invoice, line })))
    .map(({ invoice, line }, index) => ({
      InvoiceLineId: index + 1,
      InvoiceId: invoice.id,
      TrackId: line.track.id,
      UnitPrice: decimalText(line.cents, 2),
      Quantity: line.quantity,
    }));
