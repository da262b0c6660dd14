// Texts made from shorter ones have a limit; beyond it they are NULL. Without it, nested ones would use up the engine's
// memory, and its failure would tell what is in rows that the user does not see.
import { sql } from 'kysely';
import type { ComputeSql } from '../../../../query/dialect/computing.ts';
import type { Value } from '../../../../query/dialect/sql.ts';
import { joined, operator } from '../../../base/calls.ts';
import { once } from './once.ts';

const maxTextBytes = sql.lit(2 ** 26);

const bytes = (text: Value) => sql`octet_length(${text})::bigint`;

const fitting = (text: Value) =>
  once([text], (t = text) => sql`case when ${bytes(t)} <= ${maxTextBytes} then ${t} end`);

const concatenated = operator('||');

export const concat: ComputeSql['calls']['CONCAT'] = (texts, call) =>
  joined((some) => concatenated(some, call), fitting)(texts, call);

export const replace: ComputeSql['calls']['REPLACE'] = (values, { isPlain }) => {
  const made = (t: Value = sql`null`, w: Value = sql`null`, b: Value = sql`null`) => {
    const times = sql`(${bytes(t)} - ${bytes(sql`replace(${t}, ${w}, '')`)}) / ${bytes(w)}`;
    const isShort = sql`${bytes(t)} * ${bytes(b)} <= ${maxTextBytes} or ${bytes(b)} <= ${bytes(w)} or ${w} = ''`;
    const isFitting = sql`${bytes(t)} + ${times} * (${bytes(b)} - ${bytes(w)}) <= ${maxTextBytes}`;
    // Most are known to be short without searching for the replaced text.
    return sql`case when ${isShort} then replace(${t}, ${w}, ${b}) when ${isFitting} then replace(${t}, ${w}, ${b}) end`;
  };
  return isPlain ? made(...values) : once(values, made);
};
