// What saved queries and dashboards have in common: names, visibility, lists and versions.
import { z } from 'zod';
import { fields } from './fields.ts';

/** The longest stored texts: pages show them, an index holds them, and a list carries a hundred of them. */
export const maxLengths = { title: 200, description: 4_000, slug: 100, role: 100, text: 20_000 } as const;
const maxRoles = 50;

export function textUpTo(length: number) {
  return z.string().max(length, `a text of at most ${length} characters`);
}

/** A whole number within small bounds. */
export function integerBetween(minimum: number, maximum: number) {
  return z
    .number()
    .refine((value) => Number.isInteger(value) && value >= minimum && value <= maximum, {
      error: `a whole number from ${minimum} to ${maximum}`,
      abort: true,
    })
    .meta({ type: 'integer', minimum, maximum });
}

export const Slug = z
  .string()
  .regex(
    new RegExp(`^[a-z0-9-]{1,${maxLengths.slug}}$`),
    `up to ${maxLengths.slug} of the letters a to z, digits and hyphens`,
  )
  .describe('The name in its address; default: made from the title');

export const Title = textUpTo(maxLengths.title).refine((text) => text.trim() !== '', {
  error: 'a text that is not empty',
});

export const Description = textUpTo(maxLengths.description);

export const Visibility = z
  .union(
    [
      z.enum(['private', 'everyone']),
      fields('a visibility', {
        roles: z
          .array(z.string().min(1, 'the name of a role').max(maxLengths.role, 'the name of a role'))
          .min(1, 'at least one role')
          .max(maxRoles, `at most ${maxRoles} roles`),
      }),
    ],
    { error: '"private", "everyone" or an object with roles' },
  )
  .describe('Who sees it besides its owner; default: private');
export type Visibility = z.infer<typeof Visibility>;

/** The common fields of request bodies. */
export const aboutBody = {
  title: Title,
  slug: Slug.optional(),
  description: Description.optional(),
  visibility: Visibility.optional(),
};

/** The common fields of answers. */
export const aboutAnswer = {
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  owner: z.string().nullable().describe('Who may change it; null: everybody'),
  visibility: Visibility,
  version: z.int().describe('1 for the first one'),
  updated: z.string().describe('When this version was made, as an instant'),
};

export const SlugParams = z.object({ slug: z.string() });
export const VersionParams = SlugParams.extend({ version: z.string().describe('Its number') });
export const LinkParams = SlugParams.extend({ id: z.string() });
export const SharedParams = z.object({
  secret: z.string().describe('The last part of the address of a link'),
});
export const SharedTileParams = SharedParams.extend({
  tile: z.string().describe('The number of the tile, from 0'),
});

const pageSize = z
  .string()
  .regex(/^([1-9]\d{0,2}|1000)$/, 'a whole number from 1 to 1000')
  .meta({ type: 'integer', minimum: 1, maximum: 1_000 });

/** A page of a list. The last page has no `Link` header with `rel="next"`. */
const page = {
  limit: pageSize.optional().describe('How many to give at most, up to 1,000; default: 100'),
  after: z.string().optional().describe('From the `Link` of the page before'),
};
export const VersionsQuery = fields('the parameters of this list', page);
export const KeptQuery = fields('the parameters of this list', {
  search: z
    .string()
    .max(maxLengths.title, `a text of at most ${maxLengths.title} characters`)
    .optional()
    .describe('Only those with this in title, description or slug, in whatever case'),
  ...page,
});
export type KeptQuery = z.infer<typeof KeptQuery>;

/** The body of an empty answer. */
export const Nothing = z.null().describe('It is done');
