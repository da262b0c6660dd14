// Which quantity of the records a number or a total in a question is about.
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../model/model.ts';
import { table } from '../../model/shop.fixture.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { interpretQuestion } from './question.ts';

const loan = table(
  { id: 'integer', member_id: 'integer', loaned_on: 'date', renewals: 'integer', fee: 'numeric' },
  ['id'],
  [['member_id', 'member', 'id']],
);

const shop = buildModel({
  engine: { name: 'sqlite', title: 'Test' },
  entities: {
    invoice: table(
      { id: 'integer', issued_on: 'date', subtotal: 'numeric', tax: 'numeric', total: 'numeric' },
      ['id'],
    ),
    payment: table(
      { id: 'integer', invoice_id: 'integer', paid_at: 'datetime', amount: 'numeric', method: 'string' },
      ['id'],
      [['invoice_id', 'invoice', 'id']],
    ),
    delivery: table(
      { id: 'integer', departed_at: 'datetime', distance_km: 'numeric', delay_minutes: 'integer' },
      ['id'],
    ),
    flight: table({ id: 'integer', departed_at: 'datetime', flight_minutes: 'integer' }, ['id']),
    book: table({ id: 'integer', title: 'string', pages: 'integer' }, ['id']),
    member: table({ id: 'integer', name: 'string', city: 'string' }, ['id']),
    team: table({ id: 'integer', name: 'string' }, ['id']),
    player: table(
      { id: 'integer', name: 'string', team_id: 'integer', shirt_number: 'integer' },
      ['id'],
      [['team_id', 'team', 'id']],
    ),
    match: table(
      {
        id: 'integer',
        home_team_id: 'integer',
        away_team_id: 'integer',
        home_goals: 'integer',
        away_goals: 'integer',
      },
      ['id'],
      [
        ['home_team_id', 'team', 'id'],
        ['away_team_id', 'team', 'id'],
      ],
    ),
    card: table(
      { id: 'integer', match_id: 'integer', player_id: 'integer', minute: 'integer' },
      ['id'],
      [
        ['match_id', 'match', 'id'],
        ['player_id', 'player', 'id'],
      ],
    ),
    goal: table(
      { id: 'integer', match_id: 'integer', player_id: 'integer', minute: 'integer' },
      ['id'],
      [
        ['match_id', 'match', 'id'],
        ['player_id', 'player', 'id'],
      ],
    ),
    loan: {
      ...loan,
      columns: loan.columns.map((one) => (one.name === 'renewals' ? { ...one, nullable: false } : one)),
    },
  },
});

/** The first reading without the shown fields, and the words that were not understood. */
function taken(text: string) {
  const asked = interpretQuestion(shop, text, () => false);
  const [doc] = asked?.readings ?? [];
  const said = doc && sentenceText(sentence({ doc, model: shop, operators: new Map() }));
  return [said?.replace(/ with (?!the ).*?(?=, (where|the|with)|\.$)/, ''), asked?.unknown];
}

describe('the amount of invoices is their total', () => {
  test.each([
    ['invoices over 2000', 'Invoice, where Total GT 2,000.'],
    ['revenue per month', 'Count of Invoice and Sum of Total by Issued On (month) from Invoice.'],
    ['10 largest invoices', 'Invoice, the top 10 by Total.'],
    ['invoices with tax over 20', 'Invoice, where Tax GT 20.'],
  ])('%s', (text, said) => expect(taken(text)).toEqual([said, []]));
});

describe('the total of records', () => {
  test.each([
    // Not of the invoices that the payments belong to.
    ['total payments per month', 'Count of Payment and Sum of Amount by Paid At (month) from Payment.'],
    ['amount per payment method', 'Count of Payment and Sum of Amount by Method from Payment.'],
    ['total members per city', 'Count of Member by City.'],
  ])('%s', (text, said) => expect(taken(text)).toEqual([said, []]));
});

describe('the unit or the name after a number says what is compared', () => {
  test.each([
    ['deliveries longer than 1000 km', 'Delivery, where Distance Km GT 1,000.'],
    ['books longer than 500 pages', 'Book, where Pages GT 500.'],
    ['flights longer than 90', 'Flight, where Flight Minutes GT 90.'],
    ['longest flights', 'Flight, the top 10 by Flight Minutes.'],
  ])('%s', (text, said) => expect(taken(text)).toEqual([said, []]));

  test.each([
    ['longest deliveries', 'Delivery.', ['longest']],
    ['flights longer than 1000 km', 'Flight.', ['longer', 'than', '1000', 'km']],
    ['members with more than 3 books', 'Member.', ['more than 3', 'books']],
    ['members with loans over 3 books', 'Member, where there is at least one Loan.', ['over 3 books']],
  ])('%s is not the quantity of something else', (text, said, unknown) =>
    expect(taken(text)).toEqual([said, unknown]),
  );
});

describe('goals are those of the player, not those of the matches of their cards', () => {
  test.each([
    ['top 5 players by goals', 'Player, the top 5 by Count of Goal.', []],
    ['players with shirt number 10', 'Player, where Shirt Number EQ 10.', []],
    // Half of the name of several fields is none of them, and goals of players and of matches are different ones.
    ['home matches', 'Match.', ['home']],
    ['teams with more than 5 goals', 'Team.', ['more than 5 goals']],
    ['goals in the first minute', 'Goal.', ['first minute']],
  ])('%s', (text, said, unknown) => expect(taken(text)).toEqual([said, unknown]));
});

test('a number that always has a value is missing if it is 0', () => {
  expect(taken('loans without renewals')).toEqual(['Loan, where Renewals EQ 0.', []]);
  expect(taken('loans without fee')).toEqual(['Loan, where Fee IS_NULL.', []]);
});

describe('thousands', () => {
  test('may be separated by commas', () =>
    expect(taken('invoices over 1,250,000')).toEqual(['Invoice, where Total GT 1,250,000.', []]));

  test('may be separated by points, so that 2.500 is not understood, but 0.125 is', () => {
    expect(taken('invoices over 2.500')).toEqual(['Invoice.', ['over', '2.500']]);
    expect(taken('invoices over 2.50')).toEqual(['Invoice, where Total GT 2.50.', []]);
    expect(taken('invoices over 0.125')).toEqual(['Invoice, where Total GT 0.125.', []]);
  });
});
