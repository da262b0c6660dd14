// Which related records a name means, where several relations lead to records of the same kind.
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../model/model.ts';
import { table } from '../../model/shop.fixture.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { interpretQuestion } from './question.ts';

const company = buildModel({
  engine: { name: 'sqlite', title: 'Test' },
  entities: {
    department: table(
      { id: 'integer', name: 'string', head_id: 'integer' },
      ['id'],
      [['head_id', 'employee', 'id']],
    ),
    employee: table(
      {
        id: 'integer',
        name: 'string',
        department_id: 'integer',
        parent_account_id: 'integer',
        salary: 'numeric',
      },
      ['id'],
      [
        ['department_id', 'department', 'id'],
        ['parent_account_id', 'employee', 'id'],
      ],
    ),
    project: table(
      { id: 'integer', name: 'string', lead_id: 'integer' },
      ['id'],
      [['lead_id', 'employee', 'id']],
    ),
    assignment: table(
      { project_id: 'integer', employee_id: 'integer', hours: 'integer' },
      ['project_id', 'employee_id'],
      [
        ['project_id', 'project', 'id'],
        ['employee_id', 'employee', 'id'],
      ],
    ),
    ticket: table(
      {
        id: 'integer',
        subject: 'string',
        assignee_id: 'integer',
        closed_by_id: 'integer',
        closed_at: 'datetime',
      },
      ['id'],
      [
        ['assignee_id', 'employee', 'id'],
        ['closed_by_id', 'employee', 'id'],
      ],
    ),
    bill: table({ id: 'integer', billed_on: 'date', total: 'numeric', tax: 'numeric' }, ['id']),
    payment: table(
      { id: 'integer', bill_id: 'integer', paid_at: 'datetime', amount: 'numeric' },
      ['id'],
      [['bill_id', 'bill', 'id']],
    ),
    leave_request: table(
      { id: 'integer', employee_id: 'integer', approver_id: 'integer', kind: 'string', days: 'integer' },
      ['id'],
      [
        ['employee_id', 'employee', 'id'],
        ['approver_id', 'employee', 'id'],
      ],
    ),
  },
});

/** The readings without the shown fields, and the words that were not understood. */
function taken(text: string) {
  const asked = interpretQuestion(company, text, () => false);
  return {
    said: (asked?.readings ?? []).map((doc) =>
      sentenceText(sentence({ doc, model: company, operators: new Map() })).replace(
        / with (?!the ).*?(?=, (where|the)|\.$)/,
        '',
      ),
    ),
    unknown: asked?.unknown,
  };
}

test.each([
  // The only reference to employees says something else.
  ['departments without employees', 'Department, where there is no Employee.'],
  ['departments without head', 'Department, where Head ID IS_NULL.'],
  // What others call the record is not the others.
  ['employees without parent', 'Employee, where Parent Account ID IS_NULL.'],
  // Other tickets of the same agent are not meant.
  ['tickets not closed', 'Ticket, where Closed At IS_NULL.'],
  ['projects with no employees', 'Project, where there is no Assignment.'],
  ['projects with more than 5 employees', 'Project, where Count of Assignment GT 5.'],
  // Nobody averages the single salary of the head.
  ['top 3 departments by average salary', 'Department, the top 3 by Average of Employee › Salary.'],
  ['department with the highest average salary', 'Department, the top 10 by Average of Employee › Salary.'],
  ['bills where tax is more than 30', 'Bill, where Tax GT 30.'],
  ['bills with a tax of at least 30', 'Bill, where Tax GTE 30.'],
])('%s', (text, said) => {
  const { said: [first] = [], unknown } = taken(text);
  expect([first, unknown]).toEqual([said, []]);
});

describe('nothing is counted several times', () => {
  test.each([
    ['leave days per kind', 'Count of Leave Request and Sum of Days by Kind from Leave Request.'],
    [
      'total days per kind of leave requests',
      'Count of Leave Request and Sum of Days by Kind from Leave Request.',
    ],
  ])('%s', (text, said) => expect(taken(text).said).toEqual([said]));

  test('the sum of what payments belong to', () =>
    expect(taken('payments with tax per month')).toEqual({
      said: ['Count of Payment by Paid At (month).'],
      unknown: ['tax'],
    }));
});

test('records that refer to the record, or are connected to it, may be meant alike', () => {
  expect(taken('employees without projects').said).toEqual([
    'Employee, where there is no Project.',
    'Employee, where there is no Assignment.',
  ]);
  expect(taken('employees who lead no projects').said).toEqual(['Employee, where there is no Project.']);
});
