// The meaning of the engines' names for ON DELETE and ON UPDATE rules.
import type { ReferenceRule } from '../../model/catalog.ts';

const rules: Readonly<Record<string, ReferenceRule>> = {
  CASCADE: 'cascade',
  'SET NULL': 'set',
  'SET DEFAULT': 'set',
  // PostgreSQL's catalog uses one letter each.
  c: 'cascade',
  n: 'set',
  d: 'set',
};

export function ruleOf(word: string): ReferenceRule {
  return rules[word] ?? 'refuse';
}
