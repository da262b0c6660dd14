// Dashboards: tiles on a grid, each with a saved query or a text.
import { z } from 'zod';
import { aboutAnswer, aboutBody, integerBetween, maxLengths, Slug, textUpTo } from './documents.ts';
import { fields } from './fields.ts';
import { GridAnswer } from './grid.ts';
import { SavedQuery } from './saved.ts';

export const tileKinds = ['table', 'chart', 'number', 'text'] as const;
export type TileKind = (typeof tileKinds)[number];

/** The grid's size in each direction: far more than a screen has. */
const maxCells = 1_000;
export const maxTiles = 100;

const tile = {
  x: integerBetween(0, maxCells),
  y: integerBetween(0, maxCells),
  w: integerBetween(1, maxCells),
  h: integerBetween(1, maxCells),
  kind: z.enum(tileKinds),
  query: Slug.describe('Slug of a saved query; every kind but text has one').optional(),
  text: textUpTo(maxLengths.text).optional().describe('The text of a text tile; the heading of any other'),
};

export const Tile = fields('a tile', tile)
  .refine(({ kind, query }) => kind === 'text' || query !== undefined, {
    error: 'the slug of a saved query',
    path: ['query'],
  })
  .refine(({ kind, text }) => kind !== 'text' || text !== undefined, { error: 'a text', path: ['text'] })
  .meta({ id: 'Tile' });
export type Tile = z.infer<typeof Tile>;

export const DashboardBody = fields('the dashboard', {
  ...aboutBody,
  tiles: z.array(Tile).max(maxTiles, `at most ${maxTiles} tiles`).optional(),
}).meta({ id: 'DashboardBody' });
export type DashboardBody = z.infer<typeof DashboardBody>;

export const Dashboard = z.strictObject({ ...aboutAnswer, tiles: z.array(Tile) }).meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof Dashboard>;

/** Dashboards, or the versions of one. */
export const DashboardList = z.strictObject({ data: z.array(Dashboard) }).meta({ id: 'DashboardList' });
export type DashboardList = z.infer<typeof DashboardList>;

/** A dashboard behind a link, with what its tiles need; the rows of a tile are at `…/tiles/<n>`. */
export const SharedDashboard = Dashboard.extend({
  queries: z
    .record(
      z.string(),
      SavedQuery.pick({ title: true, description: true, parameters: true, view: true }).extend({
        grouped: z.boolean().describe('Whether its rows are groups'),
      }),
    )
    .describe('The queries of its tiles, by their slugs'),
}).meta({ id: 'SharedDashboard' });
export type SharedDashboard = z.infer<typeof SharedDashboard>;

/** What a link returns. */
export const SharedAnswer = z.union([GridAnswer, SharedDashboard]);
