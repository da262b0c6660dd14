// All migrations in their order. A new one is added at the end.
import { sessions } from './0001-sessions.ts';
import { documents } from './0002-documents.ts';
import { links } from './0003-links.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [sessions, documents, links];
