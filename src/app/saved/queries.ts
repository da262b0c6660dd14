// Saved queries: how a body is read, checked and stored.

import { readBody } from '../../contract/issues.ts';
import { writeExact } from '../../contract/json.ts';
import { SavedQueryHead } from '../../contract/saved.ts';
import type { Store } from '../../store/store.ts';
import type { OpenDatabase, Requester } from '../database.ts';
import { checkDocument } from './check.ts';
import { Documents } from './documents.ts';
import { type DocumentUse, type ReadDraft, sentFields } from './use.ts';

export function savedQueries(open: OpenDatabase, store: Store): DocumentUse {
  return {
    documents: new Documents(store, 'query'),
    read: (body) => readQueryBody(open, body),
  };
}

function readQueryBody(open: OpenDatabase, body: unknown): ReadDraft {
  const head = readBody(SavedQueryHead, body);
  const { title, description = '', visibility = 'private', slug = null, tool = false } = head;
  // As sent: a schema may drop names that it considers dangerous.
  const { unigrid, view = null } = sentFields(body);
  return {
    slug,
    draft: async (requester: Requester) => {
      await checkDocument(open, requester, unigrid);
      const { parameters = [] } = sentFields(unigrid);
      const content = writeExact({
        title,
        description,
        unigrid,
        parameters,
        view,
        ...(tool ? { tool } : {}),
      });
      return { title, description, visibility, content };
    },
  };
}
