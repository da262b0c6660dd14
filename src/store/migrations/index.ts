// All migrations in order. Append new ones at the end.
import { sessions } from './0001-sessions.ts';
import { documents } from './0002-documents.ts';
import { links } from './0003-links.ts';
import { tokens } from './0004-tokens.ts';
import { audit } from './0005-audit.ts';
import { signOn } from './0008-sign-on.ts';
import { policy } from './0009-policy.ts';
import { changes } from './0010-changes.ts';
import { inferred } from './0011-inferred.ts';
import { agents } from './0012-agents.ts';
import { sightings } from './0014-sightings.ts';
import { lastWrites } from './0015-last-writes.ts';
import { changePages } from './0016-change-pages.ts';
import { changeIntents } from './0017-change-intents.ts';
import { auditEnds } from './0018-audit-ends.ts';
import { changeKeys } from './0019-change-keys.ts';
import { changeSights } from './0020-change-sights.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [
  sessions,
  documents,
  links,
  tokens,
  audit,
  signOn,
  policy,
  changes,
  inferred,
  agents,
  sightings,
  lastWrites,
  changePages,
  changeIntents,
  auditEnds,
  changeKeys,
  changeSights,
];
