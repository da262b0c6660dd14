/** Folders of files with undeclared relations, and what these relations are. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoData, type Value } from '../../../demo/data.ts';
import { tables as demoTables } from '../../../demo/schema.ts';
import { temporaryFolder } from '../../support/folders.ts';

export interface KnownFolder {
  readonly name: string;
  readonly tables: Readonly<Record<string, readonly (readonly Value[])[]>>;
  /** `entity.column > entity.column` */
  readonly relations: readonly string[];
}

export async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

/** Writes the tables as CSV; the first row of each contains the names. */
export function writeFolder({ tables }: KnownFolder): Promise<string> {
  return folderWith(
    Object.fromEntries(Object.entries(tables).map(([name, rows]) => [`${name}.csv`, csvOf(rows)])),
  );
}

function csvOf(rows: readonly (readonly Value[])[]): string {
  const cell = (value: Value) => {
    if (value === null) return '';
    const text = value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
    return /[",\r\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(cell).join(',')}\n`).join('');
}

export function demoFolder(): KnownFolder {
  return {
    name: 'demo',
    tables: Object.fromEntries(demoData().map(({ name, columns, rows }) => [name, [columns, ...rows]])),
    relations: demoTables.flatMap(({ name, columns }) =>
      columns.flatMap((column) =>
        column.references === undefined
          ? []
          : `${name}.${column.name} > ${column.references}.${column.references}Id`,
      ),
    ),
  };
}

const times = <T>(count: number, make: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i + 1));

/** Keys that are all named `id` or `code`, as by frameworks. */
export const clinic: KnownFolder = {
  name: 'clinic',
  tables: {
    clinics: [
      ['code', 'name'],
      ['BER', 'Mitte'],
      ['HAM', 'Altona'],
      ['MUC', 'Schwabing'],
      ['CGN', 'Ehrenfeld'],
    ],
    people: [['id', 'name', 'age'], ...times(60, (i) => [i, `Person ${i}`, (i * 7) % 60])],
    doctors: [
      ['id', 'person_id', 'clinic_code', 'supervisor_id', 'rank'],
      ...times(12, (i) => [i, i + 3, ['BER', 'HAM', 'MUC'][i % 3] ?? '', i > 3 ? (i % 3) + 1 : null, i % 4]),
    ],
    categories: [
      ['id', 'parent_id', 'label'],
      ...times(9, (i) => [i, i > 3 ? i - 3 : null, `Category ${i}`]),
    ],
    visits: [
      ['id', 'patient_person_id', 'doctor_id', 'category', 'site', 'minutes', 'day'],
      ...times(200, (i) => [
        i,
        (i % 60) + 1,
        (i % 12) + 1,
        (i % 9) + 1,
        ['BER', 'HAM', 'MUC', 'CGN'][i % 4] ?? '',
        (i % 9) + 1,
        `2024-01-${String((i % 28) + 1).padStart(2, '0')}`,
      ]),
    ],
    // Its ids occur in all other tables, where they mean nothing.
    notes: [['id', 'visitId', 'text'], ...times(40, (i) => [i, i * 2, `note ${i}`])],
  },
  relations: [
    'doctors.person_id > people.id',
    'doctors.clinic_code > clinics.code',
    'doctors.supervisor_id > doctors.id',
    'categories.parent_id > categories.id',
    'visits.patient_person_id > people.id',
    'visits.doctor_id > doctors.id',
    'visits.category > categories.id',
    'visits.site > clinics.code',
    'notes.visitId > visits.id',
  ],
};

/** Keys with the same name everywhere, with misleading coincidences. */
export const school: KnownFolder = {
  name: 'school',
  tables: {
    student: [
      ['student_id', 'name', 'year'],
      ...times(50, (i) => [1000 + i, `Student ${i}`, 2020 + (i % 4)]),
    ],
    teachers: [['teacher_id', 'name', 'year'], ...times(10, (i) => [i, `Teacher ${i}`, 2020 + (i % 4)])],
    // A room has a text key, and numbers that look like teachers.
    room: [['room', 'seats', 'floor'], ...times(8, (i) => [`R${i}`, i * 4, i % 3])],
    courses: [
      ['course_no', 'title', 'teacher_id', 'level'],
      ...times(20, (i) => [`C-${i}`, `Course ${i}`, (i % 10) + 1, (i % 5) + 1]),
    ],
    enrolments: [
      ['student_id', 'course_no', 'grade'],
      ...times(150, (i) => [1000 + (i % 50) + 1, `C-${(i % 20) + 1}`, (i % 6) + 1]),
    ],
    lessons: [
      ['lesson_id', 'course_no', 'room', 'substitute_teacher_id'],
      ...times(80, (i) => [i, `C-${(i % 20) + 1}`, `R${(i % 8) + 1}`, i % 5 === 0 ? (i % 10) + 1 : null]),
    ],
    // Amounts, named like their file, that fees happen to contain as well.
    amounts: [['month', 'amount'], ...times(80, (i) => [`Month ${i}`, i * 3])],
    // The number of pages, and a page number.
    pages: [['page_no', 'text'], ...times(60, (i) => [i, `Page ${i}`])],
    books: [['book_id', 'page_no'], ...times(10, (i) => [i, i * 6])],
    // OK means that all is well, and Oklahoma.
    states: [
      ['state', 'name'],
      ['CA', 'California'],
      ['OK', 'Oklahoma'],
      ['TX', 'Texas'],
    ],
    checks: [['check_id', 'state'], ...times(6, (i) => [i, 'OK'])],
    // Half of them have left: their rows are gone.
    fees: [['fee_id', 'student_id', 'amount'], ...times(60, (i) => [i, 1000 + i, i * 3])],
    // The same students for each year: neither of the two files has all of them.
    exams_2023: [['exam_id', 'course_no'], ...times(12, (i) => [i, `C-${i}`])],
    exams_2024: [['exam_id', 'course_no'], ...times(15, (i) => [i, `C-${i}`])],
    results: [['result_id', 'exam_id', 'points'], ...times(30, (i) => [i, (i % 12) + 1, i % 16])],
    // An unrelated number with the same name.
    badge: [['badge', 'teacher_id', 'id'], ...times(10, (i) => [`B${i}`, i, i])],
    log: [['id', 'level', 'badge'], ...times(30, (i) => [(i % 5) + 1, (i % 3) + 1, `B${(i % 10) + 1}`])],
  },
  relations: [
    'courses.teacher_id > teachers.teacher_id',
    'enrolments.student_id > student.student_id',
    'enrolments.course_no > courses.course_no',
    'lessons.course_no > courses.course_no',
    'lessons.room > room.room',
    'lessons.substitute_teacher_id > teachers.teacher_id',
    'fees.student_id > student.student_id',
    'exams_2023.course_no > courses.course_no',
    'exams_2024.course_no > courses.course_no',
    'results.exam_id > exams_2023.exam_id',
    'badge.teacher_id > teachers.teacher_id',
    'log.badge > badge.badge',
  ],
};
