// Typed calls for the audit log, one page at a time.
import type { AuditEntry } from '../../src/contract/audit.ts';
import type { AuditAction } from '../../src/contract/audit-actions.ts';
import { callText } from './client.ts';

export type { AuditEntry };

export interface AuditFilter {
  readonly user: string;
  readonly action: AuditAction | '';
  /** Only entries with a smaller number. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** Latest entries first. */
export async function auditEntries(asked: AuditFilter, signal?: AbortSignal): Promise<readonly AuditEntry[]> {
  const { user, action, before, limit } = asked;
  const wanted = { order: 'desc', user, action, before: String(before ?? ''), limit: String(limit) };
  const given = Object.entries(wanted).filter(([, value]) => value !== '');
  const { text } = await callText(`/audit?${new URLSearchParams(given)}`, {
    signal,
    accept: 'application/x-ndjson',
  });
  // The contract guarantees the shape of each line.
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AuditEntry);
}
