import { z } from 'zod';

export const health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });
export type Health = z.infer<typeof health>;

/** The response of a ready server; failing jobs do not make it unready. */
export const readiness = health
  .extend({ jobs: z.object({ failing: z.array(z.string()) }) })
  .meta({ id: 'Readiness' });
export type Readiness = z.infer<typeof readiness>;
