// Describes any thrown value in plain words.
import { ApiError } from '../api/errors.ts';
import { t } from '../messages/index.ts';
import { MissingCodeError } from './lazyRoom.tsx';

export function describeFailure(error: unknown): { readonly title: string; readonly detail: string } {
  if (error instanceof ApiError) return t.errors.refused(error);
  if (error instanceof MissingCodeError) return t.errors.unloaded;
  return t.errors.broken(error instanceof Error ? error.message : String(error));
}

/** The same for a heading: if the detail begins with the title, it replaces the title and is not repeated. */
export function headedFailure(error: unknown): { readonly title: string; readonly detail: string } {
  const { title, detail } = describeFailure(error);
  return detail.startsWith(title) ? { title: detail.replace(/\.$/, ''), detail: '' } : { title, detail };
}
