import { expect, test } from 'vitest';
import { Problem } from '../../../contract/problem.ts';
import { Refused, RolledBack } from '../../writer.ts';
import { writeFailure } from './failure.ts';

const told = (code: string, message = '') => writeFailure({ code, message, at: 3 });

test.each([
  ['SQLITE_FULL', 'There is no room left on the disk of the database file.'],
  ['SQLITE_IOERR_WRITE', 'The database file cannot be written to.'],
  ['SQLITE_READONLY_DBMOVED', 'The database file cannot be written to.'],
])('%s is reported as a failure of the file', (code, message) => {
  expect(told(code)).toBeInstanceOf(Problem);
  expect(told(code)).toMatchObject({ kind: 'database-unavailable', message });
});

test('a refusal names its columns if the engine does', () => {
  const columns = ['a'];
  expect(told('SQLITE_CONSTRAINT_DATATYPE', 'cannot store TEXT value in INTEGER column t.a')).toMatchObject({
    kind: 'value',
    columns,
    at: 3,
  });
  expect(told('SQLITE_CONSTRAINT_UNIQUE', 'UNIQUE constraint failed: t.a')).toMatchObject({ columns });
  expect(told('SQLITE_MISMATCH', 'datatype mismatch')).toMatchObject({ columns: [] });
  expect(told('SQLITE_CONSTRAINT_TRIGGER', 'never')).toBeInstanceOf(Refused);
  expect(told('SQLITE_ABORT_ROLLBACK')).toBeInstanceOf(RolledBack);
});
