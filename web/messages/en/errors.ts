// Failures in plain sentences.
import type { ApiError } from '../../api/errors.ts';

const titles: Partial<Record<ApiError['kind'], string>> = {
  offline: 'The service is not responding',
  'unreadable-answer': 'The answer could not be read',
  'invalid-query': 'This query does not match the database',
  'malformed-request': 'This query does not match the database',
  'unknown-entity': 'This entity does not exist',
  'unknown-record': 'This record does not exist',
  'ambiguous-key': 'Several records have this key',
  'ambiguous-relation': 'Several relations match',
  'not-authenticated': 'Login required',
  forbidden: 'This is not allowed',
  'too-many-attempts': 'Too many attempts',
  'database-unavailable': 'The database cannot be reached',
  overloaded: 'The service is busy',
  'statement-timeout': 'The database took too long',
};

interface Failed {
  readonly title: string;
  readonly detail: string;
}

export const errors = {
  /** A failure of the service, or of the connection to it. */
  refused(error: ApiError): Failed {
    if (error.kind === 'offline') {
      return {
        title: titles.offline ?? '',
        detail: 'Check that it is running and that you are connected. Your work is kept.',
      };
    }
    return { title: titles[error.kind] ?? 'That did not work', detail: error.message };
  },
  /** The code of a room could not be loaded; loading is retried automatically. */
  unloaded: {
    title: 'This part of the page could not be loaded',
    detail: 'The service is not responding. The page tries again automatically, and your work is kept.',
  } satisfies Failed,
  /** A bug in the page. */
  broken: (detail: string): Failed => ({ title: 'Something in this page went wrong', detail }),
};
