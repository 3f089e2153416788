import { z } from 'zod';
import { idParameter } from './pagination';
import { text } from './validation';

/** The lists of which staff keep views. */
export const viewPages = ['payments', 'kyc', 'tickets', 'users', 'cases'] as const;
export type ViewPage = (typeof viewPages)[number];

/** How many views a person may keep, and how many of colleagues' are listed. */
export const viewLimit = 50;

export const viewQuery = z.strictObject({ page: z.enum(viewPages) });
export type ViewQuery = z.infer<typeof viewQuery>;

/** A list's filters as they stand in its address, under a name in the person's own words. */
export const newView = z.object({
  page: z.enum(viewPages),
  name: text(60),
  query: z
    .string()
    .max(500)
    .regex(/^[\w%.+*=&-]*$/),
  shared: z.boolean(),
});
export type NewView = z.infer<typeof newView>;

/** `owner` is null for the reader's own. */
export const savedView = z
  .object({
    id: z.int(),
    name: z.string(),
    query: z.string(),
    shared: z.boolean(),
    owner: z.string().nullable(),
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof savedView>;

export const savedViews = z.object({ views: z.array(savedView) }).meta({ id: 'SavedViews' });
export type SavedViews = z.infer<typeof savedViews>;

export const viewParameters = idParameter;
