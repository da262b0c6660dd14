/** The people around the shop: its employees and its customers. */
import { dayOf } from './calendar.ts';
import { at, createLottery, createRandom, type Random } from './random.ts';
import { unseen } from './titles.ts';
import { employees } from './words/employees.ts';
import { type Culture, cultures } from './words/people.ts';
import { type Country, countries } from './words/places.ts';

export interface Customer {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string | null;
  readonly address: Address;
  readonly phone: string | null;
  readonly fax: string | null;
  readonly email: string;
  readonly supportRepId: number | null;
  readonly newsletter: boolean | null;
  readonly culture: Culture;
  /** The day of the first possible purchase. */
  readonly since: number;
  /** Relative frequency of purchases. */
  readonly demand: number;
}

export interface Address {
  readonly street: string;
  readonly city: string;
  readonly state: string | null;
  readonly country: string;
  readonly postalCode: string;
}

const CUSTOMERS = 620;

export function makeCustomers(): Customer[] {
  const random = createRandom('customers');
  const homes = createLottery(countries, (country) => country.share);
  const emails = new Set<string>();
  const agents = employees.filter((employee) => employee.Title === 'Sales Support Agent');
  return Array.from({ length: CUSTOMERS }, (_, index) => {
    const country = homes.draw(random);
    const names = cultures[country.culture];
    const given = scripts(random.pick(names.given));
    const family = scripts(random.pick(names.family));
    return {
      id: index + 1,
      firstName: given.native,
      lastName: family.native,
      company: random.chance(0.2) ? companyName(random, family.native) : null,
      address: makeAddress(random, country),
      phone: random.chance(0.96) ? digits(random, country.phone) : null,
      fax: random.chance(0.15) ? digits(random, country.phone) : null,
      email: unseen(emails, () => emailOf(random, given.latin, family.latin)),
      supportRepId: random.chance(0.97) ? random.pick(agents).EmployeeId : null,
      newsletter: random.chance(0.12) ? null : random.chance(0.6),
      culture: country.culture,
      since: firstDay(random),
      // A few regulars buy a lot; one customer in sixty has registered but never bought.
      demand: random.chance(1 / 60) ? 0 : 0.25 + 1 / (0.12 + 4 * random.next()),
    };
  });
}

/** A third of the customers are there from the start, the others join over the years. */
function firstDay(random: Random): number {
  const opening = dayOf(2021, 1, 1);
  if (random.chance(0.34)) return opening;
  return opening + random.between(0, dayOf(2025, 9, 30) - opening);
}

function scripts(name: string): { native: string; latin: string } {
  const [native = name, latin = name] = name.split('=');
  return { native, latin };
}

function makeAddress(random: Random, country: Country): Address {
  const home = random.pick(country.cities);
  const number = random.chance(0.7) ? random.between(1, 120) : random.between(121, 2400);
  return {
    street: random.pick(country.streets).replace('{n}', String(number)),
    city: home.name,
    state: home.state,
    country: country.name,
    postalCode: digits(random, home.postalCode),
  };
}

// Without the letters that postal codes avoid because they look like digits.
const POSTAL_LETTERS = 'ABCEGHJKLMNPRSTVWXY';

function digits(random: Random, pattern: string): string {
  return pattern.replace(/[#@]/g, (sign) =>
    sign === '#' ? String(random.between(1, 9)) : random.pick([...POSTAL_LETTERS]),
  );
}

function companyName(random: Random, family: string): string {
  const trade = random.pick(['Audio', 'Café', 'Radio', 'Events', 'Studio', 'Records', 'Media', 'Salon']);
  if (random.chance(0.5)) return `${trade} ${family}`;
  return `${family} ${trade} ${random.pick(['Ltd.', 'Inc.', 'GmbH', 'S.A.', '& Co.', 'AB'])}`;
}

/** Letters that Unicode does not decompose into a base letter and an accent. */
const spelledOut: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', ß: 'ss', ł: 'l', ı: 'i', đ: 'd' };

/** Uses domains reserved for examples, so that the demo cannot send mail to anybody. */
function emailOf(random: Random, given: string, family: string): string {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z]/g, (letter) => spelledOut[letter] ?? '');
  const provider = random.pick([
    'mail.example',
    'post.example',
    'inbox.example',
    'example.com',
    'example.org',
  ]);
  const local = random.pick([
    `${plain(given)}.${plain(family)}`,
    `${plain(given).slice(0, 1)}${plain(family)}`,
    `${plain(given)}${at([7, 11, 42, 77, 88], random.between(0, 4))}`,
    `${plain(family)}_${plain(given)}`,
  ]);
  return `${local}@${provider}`;
}

export const employeeRows = () => employees.map((employee) => ({ ...employee }));

export const customerRows = (customers: readonly Customer[]) =>
  customers.map((customer) => ({
    CustomerId: customer.id,
    FirstName: customer.firstName,
    LastName: customer.lastName,
    Company: customer.company,
    Address: customer.address.street,
    City: customer.address.city,
    State: customer.address.state,
    Country: customer.address.country,
    PostalCode: customer.address.postalCode,
    Phone: customer.phone,
    Fax: customer.fax,
    Email: customer.email,
    SupportRepId: customer.supportRepId,
    Newsletter: customer.newsletter,
  }));
