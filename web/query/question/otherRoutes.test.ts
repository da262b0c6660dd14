// Relations that the words of a question could mean alike are all offered.
import { expect, test } from 'vitest';
import { buildModel } from '../../model/model.ts';
import { table } from '../../model/shop.fixture.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { interpretQuestion } from './question.ts';

const clinic = buildModel({
  engine: { name: 'sqlite', title: 'Test' },
  entities: {
    doctor: table({ id: 'integer', name: 'string' }, ['id']),
    patient: table(
      { id: 'integer', name: 'string', primary_doctor_id: 'integer', referring_doctor_id: 'integer' },
      ['id'],
      [
        ['primary_doctor_id', 'doctor', 'id'],
        ['referring_doctor_id', 'doctor', 'id'],
      ],
    ),
    visit: table(
      { id: 'integer', patient_id: 'integer', doctor_id: 'integer', fee: 'numeric' },
      ['id'],
      [
        ['patient_id', 'patient', 'id'],
        ['doctor_id', 'doctor', 'id'],
      ],
    ),
  },
});

/** The readings as sentences. */
function readings(text: string): readonly string[] {
  const asked = interpretQuestion(clinic, text, (word) => /^\p{Lu}/u.test(word));
  return (asked?.readings ?? []).map((doc) =>
    sentenceText(sentence({ doc, model: clinic, operators: new Map() })),
  );
}

test.each([
  ['patients per doctor', 'Count of Patient by Primary Doctor.', 'Count of Patient by Referring Doctor.'],
  [
    'doctors without patients',
    'Doctor with ID and Name, where there is no Patient (Primary Doctor).',
    'Doctor with ID and Name, where there is no Patient (Referring Doctor).',
  ],
  [
    'top 3 doctors by patients',
    'Doctor with Count of Patient (Primary Doctor), ID and Name, the top 3 by Count of Patient (Primary Doctor).',
    'Doctor with Count of Patient (Referring Doctor), ID and Name, the top 3 by Count of Patient (Referring Doctor).',
  ],
])('“%s” could mean either relation', (text, ...expected) => {
  expect(readings(text)).toEqual(expected);
});

test.each([
  ['patients per referring doctor', 'Count of Patient by Referring Doctor.'],
  ['visits per doctor', 'Count of Visit by Doctor.'],
])('“%s” names the relation', (text, expected) => {
  expect(readings(text)).toEqual([expected]);
});

test('a text is searched for along all relations at once', () => {
  expect(readings('patients Smith')).toEqual([
    'Patient with ID, Name, Primary Doctor and Referring Doctor, where any text contains “Smith”.',
  ]);
});

test('a reference of several columns is a group by all of them', () => {
  const room = ['clinic_code', 'room_no'];
  const visit = table({ id: 'integer', clinic_code: 'string', room_no: 'integer' }, ['id']);
  const model = buildModel({
    engine: { name: 'sqlite', title: 'Test' },
    entities: {
      room: table({ clinic_code: 'string', no: 'integer', beds: 'integer' }, ['clinic_code', 'no']),
      visit: {
        ...visit,
        foreignKeys: [{ columns: room, entity: 'room', entityColumns: ['clinic_code', 'no'] }],
      },
    },
  });
  const said = (text: string) =>
    interpretQuestion(model, text)?.readings.map((doc) =>
      sentenceText(sentence({ doc, model, operators: new Map() })),
    );
  // Rooms of different clinics have the same number.
  expect(said('visits per room')).toEqual(['Count of Visit by Clinic Code and Room No.']);
  expect(said('visits per clinic')).toEqual(['Count of Visit by Clinic Code.']);
});
