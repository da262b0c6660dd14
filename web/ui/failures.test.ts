import { expect, test } from 'vitest';
import { ApiError } from '../api/errors.ts';
import { headedFailure } from './failures.ts';

test('a failure with the same words as its heading is shown once', () => {
  const away = new ApiError('database-unavailable', 'The database cannot be reached at the moment.');
  expect(headedFailure(away)).toEqual({ title: 'The database cannot be reached at the moment', detail: '' });
  const lost = new ApiError('database-unavailable', 'The connection to the database server is lost.');
  expect(headedFailure(lost)).toEqual({
    title: 'The database cannot be reached',
    detail: 'The connection to the database server is lost.',
  });
});
