import { describe, expect, test } from 'vitest';
import { buildModel } from '../../model/model.ts';
import { table } from '../../model/shop.fixture.ts';
import { toOperators } from '../filters/operators.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { interpretQuestion } from './question.ts';

/** A clinic and its library: a self reference, two relations between the same two entities, years as numbers. */
const clinic = buildModel({
  engine: { name: 'sqlite', title: 'Test' },
  entities: {
    departments: table(
      { id: 'integer', name: 'string', head_id: 'integer' },
      ['id'],
      [['head_id', 'doctors', 'id']],
    ),
    doctors: table(
      {
        id: 'integer',
        name: 'string',
        department_id: 'integer',
        supervisor_id: 'integer',
        salary: 'numeric',
      },
      ['id'],
      [
        ['department_id', 'departments', 'id'],
        ['supervisor_id', 'doctors', 'id'],
      ],
    ),
    patients: table({ id: 'integer', name: 'string', city: 'string', is_donor: 'boolean' }, ['id']),
    visits: table(
      {
        id: 'integer',
        patient_id: 'integer',
        doctor_id: 'integer',
        stand_in_id: 'integer',
        started_at: 'datetime',
      },
      ['id'],
      [
        ['patient_id', 'patients', 'id'],
        ['doctor_id', 'doctors', 'id'],
        ['stand_in_id', 'doctors', 'id'],
      ],
    ),
    bills: table(
      { id: 'integer', visit_id: 'integer', amount: 'numeric', issued_on: 'date', paid_on: 'date' },
      ['id'],
      [['visit_id', 'visits', 'id']],
    ),
    books: table({ id: 'integer', title: 'string', 'Fee (€)': 'numeric', published: 'integer' }, ['id']),
    loans: table(
      { id: 'integer', book_id: 'integer', lent_on: 'date', remark: 'string' },
      ['id'],
      [['book_id', 'books', 'id']],
    ),
  },
});

const operators = toOperators([]);
function taken(text: string, isText?: (word: string) => boolean) {
  const asked = interpretQuestion(clinic, text, isText);
  const [doc] = asked?.readings ?? [];
  const said = doc && sentenceText(sentence({ doc, model: clinic, operators }));
  return { reading: said?.replace(/ with .*?, (where|counting|the top)/, ': $1'), unknown: asked?.unknown };
}
const first = (text: string) => taken(text).reading;

describe('a question', () => {
  test('treats the role of a record as its own field, not as records that refer to it', () => {
    expect(first('doctors without a supervisor')).toBe('Doctors: where Supervisor ID IS_NULL.');
    expect(first('visits without stand in')).toBe('Visits: where Stand In ID IS_NULL.');
    expect(first('departments without head')).toBe('Departments: where Head ID IS_NULL.');
    expect(first('doctors without visits')).toBe('Doctors: where there is no Visits (Doctor).');
    // The sentence names the whole path.
    expect(first('patients without bills')).toBe('Patients: where there is no Visits › Bills.');
  });

  test('computes an average over many related records, but not over one', () => {
    expect(first('average salary per department')).toContain('Departments with Average of Doctors › Salary');
    expect(first('average fee per title')).toBe('Count of Books and Average of Fee (€) by Title from Books.');
  });

  test('compares a year with a number if the records have no date', () => {
    const published = (words: string) => first(`books published ${words}`)?.replace(/^.*where /, '');
    expect(
      ['after 2010', 'since 2010', 'before 2010', 'until 2010', 'in 2010', 'between 2010 and 2012'].map(
        published,
      ),
    ).toEqual([
      'Published GT 2,010.',
      'Published GTE 2,010.',
      'Published LT 2,010.',
      'Published LTE 2,010.',
      'Published EQ 2,010.',
      'Published BETWEEN_INC 2,010 and 2,012.',
    ]);
    expect(first('books in 2010')).toBe('Books: where there is at least one Loans whose Lent On is in 2010.');
    expect(taken('doctors before 2010')).toMatchObject({
      reading: expect.stringContaining('there is at least one Visits'),
    });
    expect(first('bills amount 0')).toBe('Bills: where Amount EQ 0.');
    expect(first('doctors with 0 salary')).toBe('Doctors: where Salary EQ 0.');
    expect(first('departments with 3 doctors')).toBe('Departments: where Count of Doctors EQ 3.');
    expect(taken('largest bill per year').unknown).toEqual(['year']);
  });

  test('reports a word if the records have no text fields', () => {
    expect(taken('bills urgent')).toEqual({
      reading: expect.not.stringContaining('where'),
      unknown: ['urgent'],
    });
    expect(taken('bills not urgent').unknown).toEqual(['urgent']);
  });

  test('understands paid and unpaid by a date that may be missing', () => {
    for (const words of ['unpaid bills', 'bills not paid', 'bills without paid on'])
      expect(taken(words)).toEqual({ reading: 'Bills: where Paid On IS_NULL.', unknown: [] });
    expect(first('paid bills')).toBe('Bills: where Paid On NOT_IS_NULL.');
    expect(first('bills paid in 2024')).toBe('Bills: where Paid On is in 2024.');
    expect(first('loans with remark')).toBe('Loans: where Remark NOT_IS_NULL.');
    expect(first('donor patients')).toBe('Patients: where Is Donor EQ yes.');
    expect(first('bills not paid in 2024')).toBe('Bills: where (Paid On is not in 2024 or Paid On IS_NULL).');
    expect(first('patients nothing in 2024')).toBe(
      'Patients: where there is no Visits whose Started At is in 2024.',
    );
  });

  test('treats the word after the name of a field as its value', () => {
    expect(first('patients city Graz')).toBe('Patients: where City ICONTAINS “Graz”.');
    expect(first('doctors supervisor Adler')).toBe('Doctors: where Supervisor › Name ICONTAINS “Adler”.');
    // A word that occurs in no record is not a value; this is checked before it is taken for one.
    expect(interpretQuestion(clinic, 'patients city Graz')?.texts).toEqual(['Graz']);
    expect(taken('patients city Graz', () => false).unknown).toEqual(['city', 'Graz']);
  });

  test('treats the word after “not” as a text that must be absent', () => {
    expect(first('patients not in Graz')).toBe('Patients: where none of (any text contains “Graz”).');
    expect(first('patients not Graz or Linz')).toBe(
      'Patients: where none of (any text contains “Graz”) and none of (any text contains “Linz”).',
    );
    expect(interpretQuestion(clinic, 'patients not in Graz')?.texts).toEqual(['Graz']);
    expect(taken('patients not in Graz', () => false).unknown).toEqual(['not', 'in', 'Graz']);
    expect(taken('patients never seen').unknown).toEqual(['never', 'seen']);
  });
});
