// Tokens for programs: the request that makes one, and what is told of it.
import { z } from 'zod';
import { fields } from './fields.ts';

const maxName = 200;

export const TokenBody = fields('the token', {
  name: z.string().min(1, 'a name that is not empty').max(maxName, `at most ${maxName} letters`),
  expires: z.string().describe('A date and time with its offset (ISO 8601), in the future'),
  roles: z
    .array(z.string())
    .optional()
    .describe('The roles that it has, of those that its maker has; default: all of them'),
  read_only: z.boolean().optional().describe('Whether it can change nothing; default: false'),
}).meta({ id: 'TokenBody' });
export type TokenBody = z.infer<typeof TokenBody>;

export const Token = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    roles: z.array(z.string()),
    read_only: z.boolean(),
    expires: z.string(),
    last_use: z.string().nullable(),
  })
  .meta({ id: 'Token' });
export type Token = z.infer<typeof Token>;

export const TokenList = z.strictObject({ tokens: z.array(Token) }).meta({ id: 'TokenList' });

export const NewToken = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    roles: z.array(z.string()),
    read_only: z.boolean(),
    expires: z.string(),
    token: z.string().describe('Shown this once: sent as `Authorization: Bearer`'),
  })
  .meta({ id: 'NewToken' });

export const TokenParams = z.object({ id: z.string() });
