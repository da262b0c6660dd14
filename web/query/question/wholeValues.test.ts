// Words that are whole values of one field mean that field; what contains them is offered, too.
import { expect, test } from 'vitest';
import { buildModel } from '../../model/model.ts';
import { table } from '../../model/shop.fixture.ts';
import type { FieldPath } from '../paths.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { interpretQuestion } from './question.ts';

const desk = buildModel({
  engine: { name: 'sqlite', title: 'Test' },
  entities: {
    ticket: table({ id: 'integer', subject: 'string', status: 'string', priority: 'string' }, ['id']),
  },
});
const path = (attribute: string): FieldPath => ({ root: 'ticket', steps: [], attribute });
const values: Readonly<Record<string, readonly FieldPath[]>> = {
  active: [path('status')],
  new: [path('status')],
  high: [path('priority')],
  other: [path('status'), path('priority')],
  billing: [path('subject')],
};

function readings(text: string): readonly string[] {
  const asked = interpretQuestion(
    desk,
    text,
    () => true,
    (word) => values[word] ?? [],
  );
  return (asked?.readings ?? []).map((doc) =>
    sentenceText(sentence({ doc, model: desk, operators: new Map() })).replace(/ with .*?(?=, where)/, ''),
  );
}

test.each([
  ['active tickets', 'Ticket, where Status IEQ “active”.', 'Ticket, where any text contains “active”.'],
  ['new tickets', 'Ticket, where Status IEQ “new”.', 'Ticket, where any text contains “new”.'],
  [
    'tickets not active',
    'Ticket, where none of (Status IEQ “active”).',
    'Ticket, where none of (any text contains “active”).',
  ],
  [
    'tickets outside active',
    'Ticket, where none of (Status IEQ “active”).',
    'Ticket, where none of (any text contains “active”).',
  ],
  [
    'tickets status active or new',
    'Ticket, where (Status IEQ “active” or Status IEQ “new”).',
    'Ticket, where (Status ICONTAINS “active” or Status ICONTAINS “new”).',
  ],
  [
    'active tickets priority high',
    'Ticket, where Status IEQ “active” and Priority IEQ “high”.',
    'Ticket, where any text contains “active” and Priority ICONTAINS “high”.',
  ],
  // Beside a word that is none, it is a part of a longer value.
  ['partly active tickets', 'Ticket, where any text contains “partly” and any text contains “active”.'],
  ['tickets status partly active', 'Ticket, where any text contains “active” and Status ICONTAINS “partly”.'],
  // In several fields, or the beginning of a name.
  ['other tickets', 'Ticket, where any text contains “other”.'],
  ['tickets billing', 'Ticket, where any text contains “billing”.'],
  // What the word is said to be a value of, it may be.
  ['tickets status other', 'Ticket, where Status IEQ “other”.', 'Ticket, where Status ICONTAINS “other”.'],
])('%s', (text, ...said) => expect(readings(text)).toEqual(said));
