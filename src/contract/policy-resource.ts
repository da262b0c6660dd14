// The policy as admins read and change it: its versions, and the problems of a draft.
import { z } from 'zod';
import { maxLengths, textUpTo } from './documents.ts';
import { fields } from './fields.ts';
import { PolicyDocument } from './policy.ts';

export const PolicyBody = fields('the body', {
  policy: PolicyDocument,
  note: textUpTo(maxLengths.title).optional().describe('What is changed, or why, for the list of versions'),
}).meta({ id: 'PolicyBody' });

/** The same, with the policy not validated yet. */
export const UnreadPolicyBody = fields('the body', {
  policy: z.unknown(),
  note: PolicyBody.shape.note,
});
export type UnreadPolicyBody = z.infer<typeof UnreadPolicyBody>;

export const PolicyCheckBody = fields('the body', { policy: z.unknown().describe('As in `PolicyBody`') });

const about = {
  version: z
    .int()
    .nullable()
    .describe('1 for the first one; 0: there is none yet; null: it stands in a file'),
  note: z.string().nullable(),
  updated: z.string().nullable().describe('When this version was made, as an instant'),
  author: z.string().nullable(),
};

export const policySources = ['file', 'store', 'none'] as const;

export const PolicyResource = z
  .strictObject({
    source: z
      .enum(policySources)
      .describe('A file, which is changed where it is; the store; none: everybody sees everything'),
    file: z.string().nullable().describe('The file of --policy'),
    ...about,
    policy: PolicyDocument,
  })
  .meta({ id: 'PolicyResource' });
export type PolicyResource = z.infer<typeof PolicyResource>;

export const PolicyVersion = z.strictObject(about).meta({ id: 'PolicyVersion' });
export type PolicyVersion = z.infer<typeof PolicyVersion>;

export const PolicyVersions = z
  .strictObject({ data: z.array(PolicyVersion).describe('The newest first') })
  .meta({ id: 'PolicyVersions' });

export const PolicyVersionParams = z.object({ version: z.string().describe('Its number') });

export const PolicyCheck = z
  .strictObject({
    problems: z.array(
      z.strictObject({
        pointer: z.string().describe('JSON Pointer into the body, `/policy/…`'),
        detail: z.string(),
        allowed: z.array(z.string()).optional().describe('What would have been right'),
      }),
    ),
  })
  .meta({ id: 'PolicyCheck' });
export type PolicyCheck = z.infer<typeof PolicyCheck>;
