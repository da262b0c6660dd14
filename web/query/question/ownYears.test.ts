// Questions about records that have a year, which is a number, and no date.
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../model/model.ts';
import { table } from '../../model/shop.fixture.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { interpretQuestion } from './question.ts';

const library = buildModel({
  engine: { name: 'sqlite', title: 'Test' },
  entities: {
    publisher: table({ id: 'integer', name: 'string' }, ['id']),
    book: table(
      {
        id: 'integer',
        title: 'string',
        publisher_id: 'integer',
        published_year: 'integer',
        price: 'numeric',
      },
      ['id'],
      [['publisher_id', 'publisher', 'id']],
    ),
    author: table({ id: 'integer', name: 'string' }, ['id']),
    book_author: table(
      { book_id: 'integer', author_id: 'integer' },
      ['book_id', 'author_id'],
      [
        ['book_id', 'book', 'id'],
        ['author_id', 'author', 'id'],
      ],
    ),
    copy: table(
      { id: 'integer', book_id: 'integer', acquired_on: 'date' },
      ['id'],
      [['book_id', 'book', 'id']],
    ),
    employee: table({ id: 'integer', name: 'string', hire_date: 'date' }, ['id']),
    performance_review: table(
      { id: 'integer', employee_id: 'integer', review_year: 'integer', rating: 'integer' },
      ['id'],
      [['employee_id', 'employee', 'id']],
    ),
  },
});

/** The first reading without the shown fields, and the words that were not understood. */
function taken(text: string) {
  const asked = interpretQuestion(library, text, (word) => /^\p{Lu}/u.test(word));
  const [doc] = asked?.readings ?? [];
  const said = doc && sentenceText(sentence({ doc, model: library, operators: new Map() }));
  return [said?.replace(/ with .*?(?=, (where|the)|\.$)/, ''), asked?.unknown];
}

test.each([
  // Neither the key of the publisher nor the year in which copies were acquired.
  ['books published in 2020', 'Book, where Published Year EQ 2020.'],
  [
    'books published by Acme in 2020',
    'Book, where Publisher › Name ICONTAINS “Acme” and Published Year EQ 2020.',
  ],
  ['books in 2020', 'Book, where Published Year EQ 2020.'],
  ['books until 2000', 'Book, where Published Year LTE 2000.'],
  ['books after 2000', 'Book, where Published Year GT 2000.'],
  ['books between 2000 and 2005', 'Book, where Published Year BETWEEN_INC 2000 and 2005.'],
  ['books in 2020 and 2021', 'Book, where Published Year BETWEEN_INC 2020 and 2021.'],
  ['books not in 2020', 'Book, where (Published Year NOT_EQ 2020 or Published Year IS_NULL).'],
  ['books per year', 'Count of Book by Published Year.'],
  ['books 2020 vs 2021', 'Count of Book by Published Year, where Published Year BETWEEN_INC 2020 and 2021.'],
  ['top 3 years by number of books', 'Count of Book by Published Year, the top 3 by Count of Book.'],
  ['oldest books', 'Book, the bottom 10 by Published Year.'],
  [
    'publishers with books in 2020',
    'Publisher, where there is at least one Book whose Published Year EQ 2020.',
  ],
  [
    'authors with books in 2020',
    'Author, where there is at least one Book Author whose Book › Published Year EQ 2020.',
  ],
  // Not the year in which the employee was hired.
  ['performance reviews in 2025', 'Performance Review, where Review Year EQ 2025.'],
  [
    'employees without performance reviews in 2025',
    'Employee, where there is no Performance Review whose Review Year EQ 2025.',
  ],
])('%s', (text, said) => expect(taken(text)).toEqual([said, []]));

test('a relative year is that of today', () => {
  const year = new Date().getFullYear();
  expect(taken('books last year')).toEqual([`Book, where Published Year EQ ${year - 1}.`, []]);
  expect(taken('books in the last 3 years')[0]).toBe(
    `Book, where Published Year BETWEEN_INC ${year - 2} and ${year}.`,
  );
});

describe('a year has no months, and no other date takes its place', () => {
  test.each([
    ['books in May 2020', 'Book.', ['May 2020']],
    ['performance reviews in Q1 2025', 'Performance Review.', ['Q1 2025']],
    ['performance reviews per month', 'Performance Review.', ['month']],
    // Nor is 2020 a text of the authors.
    ['authors with books in May 2020', 'Author, where there is at least one Book Author.', ['May 2020']],
  ])('%s', (text, said, unknown) => expect(taken(text)).toEqual([said, unknown]));
});
