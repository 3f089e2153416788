import { z } from 'zod';
import { id } from './pagination';
import { sliceOf, sliceRow } from './slices';
import { moment } from './time';

/** The kinds of objects that staff take to work on, beside cases, which have an assignee of their own. */
export const workKinds = ['payment', 'kyc', 'ticket'] as const;
export type WorkKind = (typeof workKinds)[number];

/** How long something stays taken without another sign of its holder, in minutes. */
export const takenMinutes = 30;

/** The filter of a list: everything, or the caller's own. */
export const workHolders = ['all', 'mine'] as const;

/** The filter of a list of cases or incidents: everything, what is the caller's or free, or what is free. */
export const assigneeFilters = ['all', 'mine', 'free'] as const;

/** The objects whose holders are asked for, as `ids=1,2,3`: those of one page of a list. */
export const takenQuery = z.strictObject({
  ids: z
    .string()
    .transform((typed) => typed.split(',').map(Number))
    .pipe(z.array(z.int().positive()).max(100)),
});
export type TakenQuery = z.infer<typeof takenQuery>;

/** An assignment, and its end unless it is renewed. */
export const takenItem = z
  .object({ id: z.int(), by: z.object({ id: z.int(), name: z.string() }), until: moment })
  .meta({ id: 'TakenItem' });
export type TakenItem = z.infer<typeof takenItem>;

export const takenList = z.object({ taken: z.array(takenItem) }).meta({ id: 'TakenList' });
export type TakenList = z.infer<typeof takenList>;

export const takeRequest = z.object({ taken: z.boolean() });
export type TakeRequest = z.infer<typeof takeRequest>;

/** The same for several. */
export const takeSlice = takeRequest.extend({ rows: sliceOf(sliceRow) });
export type TakeSlice = z.infer<typeof takeSlice>;

export const takeParameters = z.object({ id });
