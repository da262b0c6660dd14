// Functions of computed fields that are one word or one sign in an engine's SQL.
import { sql } from 'kysely';
import type { ComputeSql } from '../../query/dialect/computing.ts';

type CallSql = ComputeSql['calls']['ADD'];

/** The arguments with a sign between them. */
export const operator =
  (sign: string): CallSql =>
  (args) =>
    sql`(${sql.join(args, sql.raw(` ${sign} `))})`;

/** A function of the engine that does the same with the same arguments. */
export const named =
  (name: string): CallSql =>
  (args) =>
    sql`${sql.raw(name)}(${sql.join(args)})`;
