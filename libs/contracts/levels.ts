import { z } from 'zod';

/** The limits of a level that an order may exceed. */
export const levelLimits = ['incoming', 'outgoing', 'overdraft', 'international', 'physical_card'] as const;

/** With `LIMIT_OF_LEVEL`: what was exceeded, on whose account, and the level that lifts it. */
export const levelRefusal = z.object({
  limit: z.enum(levelLimits),
  whose: z.enum(['own', 'recipient']),
  required: z.literal('full'),
});
export type LevelRefusal = z.infer<typeof levelRefusal>;
