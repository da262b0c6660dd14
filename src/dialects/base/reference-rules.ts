// What the words of engines for ON DELETE and ON UPDATE mean.
import type { ReferenceRule } from '../../model/catalog.ts';

const rules: Readonly<Record<string, ReferenceRule>> = {
  CASCADE: 'cascade',
  'SET NULL': 'set',
  'SET DEFAULT': 'set',
  // One letter each in PostgreSQL's catalog.
  c: 'cascade',
  n: 'set',
  d: 'set',
};

export function ruleOf(word: string): ReferenceRule {
  return rules[word] ?? 'refuse';
}
