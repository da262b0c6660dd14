// Sign-on through an identity provider: its start and its completion.
import { z } from 'zod';
import { fields } from './fields.ts';

export const SignOnBeginning = fields('the body', {}).nullish();

export const SignOnBegun = z
  .strictObject({
    location: z.string().describe('Where the browser goes to sign on'),
    key: z.string().describe('To be kept by this browser alone, until it comes back'),
  })
  .meta({ id: 'SignOnBegun' });
export type SignOnBegun = z.infer<typeof SignOnBegun>;

export const SignOnEnd = fields('the body', {
  key: z.string().max(64).describe('What the beginning has given'),
  query: z.string().max(8_192).describe('What the address to which the browser came back has behind its "?"'),
}).meta({ id: 'SignOnEnd' });
export type SignOnEnd = z.infer<typeof SignOnEnd>;
