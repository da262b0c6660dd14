// Login and logout: the login schema, the login itself, and its session.
import { z } from 'zod';
import { fields } from './fields.ts';

export const LoginSchema = z
  .object({
    schema: z.string().describe('URL to GET for the API schema'),
    login: z.string().describe('URL to POST for opening a session'),
  })
  .meta({ id: 'LoginSchema' });
export type LoginSchema = z.infer<typeof LoginSchema>;

export const LoginRequest = z
  .object({
    username: z.string().min(1, 'a text that is not empty'),
    password: z.string(),
  })
  .meta({ id: 'LoginRequest' });
export type LoginRequest = z.infer<typeof LoginRequest>;

export const Session = z
  .object({
    username: z.string(),
    sessionId: z.string().describe('Stands in place of the password in later HTTP Basic credentials'),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

export const Me = z
  .strictObject({
    name: z.string().nullable().describe('The user; null where the service asks for no login'),
    roles: z.array(z.string()).readonly().describe('What the policy gives; none where there is no policy'),
    attributes: z
      .record(z.string(), z.unknown())
      .readonly()
      .describe('What the policy knows of the user: texts, numbers, truth values, lists of them'),
    via: z.enum(['session', 'token', 'open']).describe('How the service knows'),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;

export const Preferences = z
  .record(z.string(), z.unknown())
  .describe('Whatever the page keeps for its user: theme, formats, what was looked at last')
  .meta({ id: 'Preferences' });

export const LogoutRequest = fields('the body', {}).nullish();

export const LogoutAnswer = z.strictObject({});
